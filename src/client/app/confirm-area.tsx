import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import {
  type ChangeSentence,
  type Confirmation,
  onConfirmation,
} from '#client/lib/confirm-identity.ts';

const ConfirmDialog = lazyOnOpen(
  () => import('#client/features/confirm-identity/confirm-dialog.tsx'),
);

/** The one dialog for every call that the server answers with REAUTHENTICATE. */
export function ConfirmArea() {
  const [change, setChange] = useState<ChangeSentence>();
  const [isOpen, setIsOpen] = useState(false);
  // A password check may end after its dialog was closed and the next one opened. That one is confirmed too.
  const newest = useRef<Confirmation>(undefined);
  const [path] = useLocation();
  useEffect(() => {
    onConfirmation((asked) => {
      newest.current = asked;
      setChange(asked.change);
      setIsOpen(true);
    });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call belongs to the screen that is left
  useEffect(() => () => close(false), [path]);
  function close(isConfirmed: boolean) {
    setIsOpen(false);
    newest.current?.settle(isConfirmed);
  }
  return (
    <ConfirmDialog
      change={change}
      isOpen={isOpen}
      onClose={() => close(false)}
      onConfirmed={() => close(true)}
    />
  );
}
