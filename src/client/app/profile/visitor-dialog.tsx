import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import type { VisitorDialogProps } from '#client/features/profile/account-frame.tsx';
import { VisitorCard } from './visitor-card.tsx';

/** The saved card: what is typed but not saved yet is not seen by anybody. */
export default function VisitorDialog({ user, isOpen, onClose }: VisitorDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="rise"
      title="View as Visitor"
      description="This is how other people see you."
    >
      <div className="mt-5 grid gap-3">
        <VisitorCard user={user} />
      </div>
      <Button onClick={onClose} className="mt-5 w-full">
        Done
      </Button>
    </Dialog>
  );
}
