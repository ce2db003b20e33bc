import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { securityQuery } from '#client/lib/account-security.ts';
import type { ChangeSentence } from '#client/lib/confirm-identity.ts';
import { canUsePasskeys } from '#client/lib/passkeys.ts';
import { ConfirmForm } from './confirm-form.tsx';

interface ConfirmDialogProps {
  change: ChangeSentence | undefined;
  isOpen: boolean;
  onClose: () => void;
  onConfirmed: () => void;
}

/** Asks for the password or a passkey before a call is repeated. */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { change, isOpen, onClose, onConfirmed } = props;
  const security = useQuery({ ...securityQuery, enabled: isOpen });
  const firstControl = useRef<HTMLButtonElement & HTMLInputElement>(null);
  return (
    <Dialog
      // Which of the two is asked for decides where the focus goes.
      isOpen={isOpen && !security.isPending}
      isOnTop
      onClose={onClose}
      initialFocus={firstControl}
      title="Confirm it’s you"
      description={<Sentence change={change} />}
    >
      <ConfirmForm
        hasPasskey={canUsePasskeys() && Boolean(security.data?.passkeyCount)}
        hasPassword={security.data?.hasPassword ?? true}
        firstControl={firstControl}
        onLeave={onClose}
        onConfirmed={onConfirmed}
      />
    </Dialog>
  );
}

function Sentence({ change }: { change: ChangeSentence | undefined }) {
  if (!change) return 'This change needs a quick check first.';
  return change.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <strong key={part} className="wrap-anywhere text-ink">
        {part}
      </strong>
    ),
  );
}
