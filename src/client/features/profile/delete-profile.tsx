import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { LazyAlertDialog } from '#client/components/ui/lazy-alert-dialog.ts';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { useSession } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useDeleteAccount } from './api.ts';

export function DeleteProfileCard() {
  return (
    <Card className="grid gap-3 p-5 lg:col-start-2">
      <h2 className="text-h3">Delete your profile</h2>
      <p className="text-muted">
        This permanently deletes your profile, payment names and contacts. It can’t be undone.
      </p>
      <DeleteProfile />
    </Card>
  );
}

function DeleteProfile() {
  const { user } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteAccount();
  function confirm() {
    if (user?.id) {
      deletion.mutate(user.id, { onError: () => setIsAsking(false) });
    } else {
      showToast(memberToasts.userIdNotFound());
      setIsAsking(false);
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        className="text-danger! md:justify-self-start"
        onClick={() => setIsAsking(true)}
      >
        <Trash2 aria-hidden="true" className="size-5" />
        Delete Profile
      </Button>
      <LazyAlertDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={confirm}
        title="Are you sure you want to delete your profile?"
        description="This action cannot be undone. This will permanently delete your profile and all your payment connections."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isBusy={deletion.isPending}
      />
    </>
  );
}
