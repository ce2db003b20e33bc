import { PersonField } from '#client/components/person-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { useAuthState } from '#client/lib/auth-state.ts';
import type { AppForm } from '#client/lib/form.ts';
import type { LoginInput } from '#contract/accounts.ts';
import { SCREENS } from '#contract/screens.ts';
import { PasskeyLogin } from './passkey-login.tsx';
import { keepTypedEmail } from './typed-email.ts';

export function LoginForm({ form }: { form: AppForm<LoginInput> }) {
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      <PersonField kind="email" {...form.field('email')} autoComplete="username webauthn" />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      <p className="-my-3">
        <TextLink
          href={SCREENS.forgotPassword}
          state={useAuthState()}
          onClick={() => keepTypedEmail(form.getValues('email'))}
          isStandalone
        >
          Forgot your password?
        </TextLink>
      </p>
      <Button type="submit" isBusy={form.isBusy} busyLabel="Logging in...">
        Log In
      </Button>
      <PasskeyLogin />
    </form>
  );
}
