import { Card } from '#client/components/ui/card.tsx';
import { showFieldErrors } from '#client/lib/form.ts';
import type { SessionUser } from '#client/lib/session.ts';
import { useUpdateProfile } from './api.ts';
import { DeleteProfile } from './delete-profile.tsx';
import { DevicesCard } from './devices-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { changedIn, startFrom, useProfileForm } from './use-profile-form.ts';

export function ProfilePanel({ user }: { user: SessionUser }) {
  const form = useProfileForm(user);
  const update = useUpdateProfile();
  return (
    <div className="grid gap-5">
      <Card className="p-5 md:p-7">
        <h2 className="mb-5 text-h3">Your profile</h2>
        <ProfileForm
          user={user}
          form={form}
          isBusy={update.isPending}
          onSubmit={(input) =>
            update.mutate(changedIn(form, input), {
              onSuccess: (saved) => startFrom(form, saved),
              onError: (error) => showFieldErrors(form, error),
            })
          }
        />
      </Card>
      <section aria-label="Security">
        <DevicesCard />
      </section>
      <Card className="grid gap-3 p-5 md:p-7">
        <h2 className="text-h3">Delete your profile</h2>
        <p className="text-muted">
          This permanently deletes your profile, payment usernames and contacts. It can’t be undone.
        </p>
        <DeleteProfile />
      </Card>
    </div>
  );
}
