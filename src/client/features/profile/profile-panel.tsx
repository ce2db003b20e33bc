import { Card } from '#client/components/ui/card.tsx';
import type { OwnUser } from '#contract/accounts.ts';
import { ProfileForm } from './profile-form.tsx';
import { useProfileForm } from './use-profile-form.ts';

export function ProfilePanel({ user }: { user: OwnUser }) {
  const form = useProfileForm(user);
  return (
    <div className="grid gap-5">
      <Card className="p-5 md:p-7">
        <h2 className="mb-5 text-h3">Your profile</h2>
        <ProfileForm user={user} form={form} />
      </Card>
    </div>
  );
}
