import { Button } from '#client/components/ui/button.tsx';
import { useCancelEmailChange, useResendConfirmation } from './api.ts';

interface ConfirmationActionsProps {
  /** Null if there is no change to cancel. */
  currentEmail: string | null;
  onCanceled: (pressed: Element) => void;
}

/** Shown until the emailed link is followed. */
export function ConfirmationActions({ currentEmail, onCanceled }: ConfirmationActionsProps) {
  const resend = useResendConfirmation();
  const cancel = useCancelEmailChange();
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        className="min-h-11"
        isBusy={resend.isPending}
        busyLabel="Sending..."
        onClick={() => resend.mutate()}
      >
        Resend<span className="sr-only"> the confirmation</span>
      </Button>
      {currentEmail !== null && (
        <Button
          variant="ghost"
          size="small"
          className="min-h-11"
          isBusy={cancel.isPending}
          busyLabel="Canceling..."
          onClick={({ currentTarget }) =>
            cancel.mutate(currentEmail, { onSuccess: () => onCanceled(currentTarget) })
          }
        >
          Cancel<span className="sr-only"> the new email</span>
        </Button>
      )}
    </div>
  );
}
