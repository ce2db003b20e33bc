import { Card } from '#client/components/ui/card.tsx';
import type { SessionUser } from '#client/lib/session.ts';
import { DeleteProfile } from './delete-profile.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useProfileForm } from './use-profile-form.ts';

export function ProfilePanel({ user }: { user: SessionUser }) {
  const form = useProfileForm(user);
  return (
    <div className="grid gap-5">
      <Card className="p-5 md:p-7">
        <h2 className="mb-5 text-h3">Your profile</h2>
        <ProfileForm user={user} form={form} />
      </Card>
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
