import { useWatch } from 'react-hook-form';
import { PersonField } from '#client/components/person-field.tsx';
import { PictureField } from '#client/components/picture-field/picture-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { HandleFields } from './handle-fields.tsx';
import type { RegisterFormState } from './register-rules.ts';
import { StrengthHint } from './strength-hint.tsx';

export function RegisterForm({ form }: { form: RegisterFormState }) {
  const [name, screenName, password, profileImage] = useWatch({
    control: form.control,
    name: ['name', 'screenName', 'password', 'profileImage'],
  });
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      <PictureField
        name={screenName || name}
        seed="new"
        value={profileImage ?? null}
        onChange={(picture) => form.setValue('profileImage', picture)}
        tooLarge="Profile image must be less than 5MB"
        error={form.formState.errors.profileImage?.message}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <PersonField kind="name" {...form.field('name')} />
        <PersonField
          kind="screenName"
          {...form.field('screenName')}
          isOptional
          hint="The name on your card. Without one, people see a username made from your name."
        />
        <PersonField kind="email" {...form.field('email')} autoComplete="username" />
        <PersonField kind="phoneNumber" {...form.field('phoneNumber')} />
      </div>
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        hint={<StrengthHint password={password} />}
      />
      <HandleFields form={form} />
      <Button type="submit" isBusy={form.isBusy} busyLabel="Creating account...">
        Create account
      </Button>
    </form>
  );
}
