import { useEffect, useState } from 'react';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { type Confirmation, onConfirmation } from '#client/lib/confirm-identity.ts';

const ConfirmDialog = lazyOnOpen(
  () => import('#client/features/confirm-identity/confirm-dialog.tsx'),
);

/** The one dialog for every call that the server answers with REAUTHENTICATE. */
export function ConfirmArea() {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    onConfirmation((asked) => {
      setConfirmation(asked);
      setIsOpen(true);
    });
  }, []);
  function close(isConfirmed: boolean) {
    setIsOpen(false);
    confirmation?.settle(isConfirmed);
  }
  return (
    <ConfirmDialog
      change={confirmation?.change}
      isOpen={isOpen}
      onClose={() => close(false)}
      onConfirmed={() => close(true)}
    />
  );
}
