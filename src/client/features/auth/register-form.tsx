import { useWatch } from 'react-hook-form';
import { PictureField } from '#client/components/picture-field/picture-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { HandleFields } from './handle-fields.tsx';
import type { RegisterFormInput, RegisterFormState } from './register-rules.ts';
import { StrengthHint } from './strength-hint.tsx';

interface RegisterFormProps {
  form: RegisterFormState;
  onSubmit: (input: RegisterFormInput) => void;
  isBusy: boolean;
}

export function RegisterForm({ form, onSubmit, isBusy }: RegisterFormProps) {
  const { errors } = form.formState;
  const [name, screenName, password, profileImage] = useWatch({
    control: form.control,
    name: ['name', 'screenName', 'password', 'profileImage'],
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(onSubmit)} className="grid gap-5">
      <PictureField
        name={screenName || name}
        seed="new"
        value={profileImage ?? null}
        onChange={(picture) => form.setValue('profileImage', picture)}
        tooLarge="Profile image must be less than 5MB"
        error={errors.profileImage?.message}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          {...form.register('name')}
          label="Name"
          autoComplete="name"
          error={errors.name?.message}
        />
        <TextField
          {...form.register('screenName')}
          label="Screen name"
          isOptional
          placeholder="What people see"
          autoComplete="nickname"
          error={errors.screenName?.message}
        />
        <TextField
          {...form.register('email')}
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
        />
        <TextField
          {...form.register('phoneNumber')}
          label="Phone number"
          isOptional
          type="tel"
          placeholder="+14155550188"
          autoComplete="tel"
          error={errors.phoneNumber?.message}
        />
      </div>
      <PasswordField
        {...form.register('password')}
        label="Password"
        autoComplete="new-password"
        hint={<StrengthHint password={password} />}
        error={errors.password?.message}
      />
      <HandleFields form={form} />
      <Button type="submit" isBusy={isBusy} busyLabel="Creating account...">
        Create account
      </Button>
    </form>
  );
}
