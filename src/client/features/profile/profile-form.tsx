import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { PersonField } from '#client/components/person-field.tsx';
import { PictureField } from '#client/components/picture-field/picture-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { VerifiedWarning } from '#client/components/verified-warning.tsx';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { ConfirmationActions } from './confirmation-actions.tsx';
import { findPublicEmail, paymentAccountsQuery } from './payment-accounts/api.ts';
import type { ProfileForm as Form } from './use-profile-form.ts';
import { PhoneHint } from './visibility/phone-hint.tsx';

interface ProfileFormProps {
  user: OwnUser;
  form: Form;
}

type TextFieldName = 'name' | 'screenName' | 'username' | 'email' | 'phoneNumber' | 'websiteUrl';

export function ProfileForm({ user, form }: ProfileFormProps) {
  const { errors, dirtyFields } = form.formState;
  const [screenName, username, picture] = useWatch({
    control: form.control,
    name: ['screenName', 'username', 'profileImage'],
  });
  const saved = form.formState.defaultValues;
  /** With the value for the server's rendering: only in the browser the form fills in its fields. */
  const field = (key: TextFieldName) => ({ ...form.field(key), defaultValue: saved?.[key] ?? '' });
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      <PictureField
        name={screenName || username || ''}
        seed={`user-${user.id}`}
        value={dirtyFields.profileImage ? (picture ?? null) : user.profileImage}
        onChange={(chosen) => form.setValue('profileImage', chosen, { shouldDirty: true })}
        tooLarge="File size exceeds 5MB. Please choose a smaller image."
        error={errors.profileImage?.message}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <PersonField kind="name" {...field('name')} />
        <PersonField
          kind="screenName"
          {...field('screenName')}
          isOptional
          hint="The name on your card. Without one, people see your username."
        />
        <PersonField kind="username" {...field('username')} hint="Part of your link and QR code." />
        <div>
          <PersonField kind="email" {...field('email')} hint={<EmailHint user={user} />} />
          {(user.pendingEmail || !user.isEmailConfirmed) && (
            <ConfirmationActions
              // Only a pending address can be canceled.
              currentEmail={user.pendingEmail && user.email}
              // The button that was pressed is gone.
              onCanceled={(pressed) => focusUnlessMoved(pressed, () => form.setFocus('email'))}
            />
          )}
        </div>
        <PersonField
          kind="phoneNumber"
          {...field('phoneNumber')}
          hint={<PhoneHint visibility={user.phoneVisibility} />}
        />
        <PersonField
          kind="websiteUrl"
          {...field('websiteUrl')}
          hint="Or your page on social media."
        />
      </div>
      <div className="grid gap-2">
        <Button
          type="submit"
          isBusy={form.isBusy}
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

function EmailHint({ user }: { user: OwnUser }) {
  const { email, pendingEmail, isEmailConfirmed } = user;
  const { data } = useQuery(paymentAccountsQuery);
  if (pendingEmail) return `Waiting for you to confirm ${pendingEmail}.`;
  if (!isEmailConfirmed) return 'Not confirmed yet. Follow the link that we emailed you.';
  const platform = findPublicEmail(data, email);
  if (platform) return `For logging in. Visitors see it as your ${PLATFORM_LABELS[platform]} name.`;
  return data ? 'For logging in. Visitors never see it.' : 'For logging in.';
}
