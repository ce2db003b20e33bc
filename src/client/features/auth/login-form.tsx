import type { UseFormReturn } from 'react-hook-form';
import { Button } from '#client/components/ui/button.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import type { LoginInput } from '#contract/accounts.ts';
import { SCREENS } from '#contract/screens.ts';

interface LoginFormProps {
  form: UseFormReturn<LoginInput>;
  onSubmit: (input: LoginInput) => void;
  isBusy: boolean;
}

export function LoginForm({ form, onSubmit, isBusy }: LoginFormProps) {
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={form.handleSubmit(onSubmit)} className="grid gap-5">
      <TextField
        {...form.register('email')}
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
      />
      <PasswordField
        {...form.register('password')}
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <p className="-mt-2">
        <TextLink href={SCREENS.forgotPassword}>Forgot your password?</TextLink>
      </p>
      <Button type="submit" isBusy={isBusy} busyLabel="Logging in...">
        Log In
      </Button>
    </form>
  );
}
