import { useWatch } from 'react-hook-form';
import { PictureField } from '#client/components/picture-field/picture-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { VerifiedWarning } from '#client/components/verified-warning.tsx';
import type { SessionUser } from '#client/lib/session.ts';
import type { ProfileInput } from '#contract/accounts.ts';
import type { ProfileForm as Form } from './use-profile-form.ts';

interface ProfileFormProps {
  user: SessionUser;
  form: Form;
  onSubmit: (input: ProfileInput) => void;
  isBusy: boolean;
}

export function ProfileForm({ user, form, onSubmit, isBusy }: ProfileFormProps) {
  // Read here so that the form keeps track of what was changed.
  const { errors, dirtyFields } = form.formState;
  const [name, screenName, picture] = useWatch({
    control: form.control,
    name: ['name', 'screenName', 'profileImage'],
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(onSubmit)} className="grid gap-5">
      <PictureField
        name={screenName || name || ''}
        seed={`user-${user.id}`}
        value={dirtyFields.profileImage ? (picture ?? null) : user.profileImage}
        onChange={(chosen) => form.setValue('profileImage', chosen, { shouldDirty: true })}
        tooLarge="File size exceeds 5MB. Please choose a smaller image."
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
          {...form.register('username')}
          label="Username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Part of your link and QR code."
          error={errors.username?.message}
        />
        <TextField
          {...form.register('email')}
          label="Email"
          type="email"
          autoComplete="email"
          hint="For logging in. Visitors never see it."
          error={errors.email?.message}
        />
        <TextField
          {...form.register('phoneNumber')}
          label="Phone number"
          isOptional
          type="tel"
          placeholder="+14155550188"
          autoComplete="tel"
          hint="Visitors can call it."
          error={errors.phoneNumber?.message}
        />
        <TextField
          {...form.register('websiteUrl')}
          label="Website"
          isOptional
          type="url"
          placeholder="https://"
          autoComplete="url"
          hint="Or your page on social media."
          error={errors.websiteUrl?.message}
        />
      </div>
      <div className="grid gap-2">
        <Button
          type="submit"
          isBusy={isBusy}
          busyLabel="Updating..."
          className="md:justify-self-start"
        >
          Update Profile
        </Button>
        <VerifiedWarning
          isShown={Boolean(dirtyFields.name || dirtyFields.screenName || dirtyFields.username)}
        />
      </div>
    </form>
  );
}
