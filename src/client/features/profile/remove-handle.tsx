import { Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { LazyAlertDialog } from '#client/components/ui/lazy-alert-dialog.ts';
import { VERIFIED_WARNING } from '#client/components/verified-warning.tsx';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import { useSession } from '#client/lib/session.ts';
import { displayHandle } from '#contract/handles.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { useRemoveAccount } from './api.ts';

interface RemoveHandleProps {
  platform: Platform;
  username: string;
  /** Gets the focus when the handle is removed. */
  heading: RefObject<HTMLElement | null>;
  onRemoved: () => void;
}

/** Asks a verified member first, because the badge goes with the handle. */
export function RemoveHandle({ platform, username, heading, onRemoved }: RemoveHandleProps) {
  const { user } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const removal = useRemoveAccount();
  const label = `Remove ${displayHandle(platform, username)}`;
  function remove(pressed: Element = document.body) {
    // The button is gone by then, and callbacks of `mutate` with it.
    void removal.mutateAsync(platform).then(
      () => {
        onRemoved();
        focusUnlessMoved(pressed, () => heading.current?.focus());
      },
      () => setIsAsking(false),
    );
  }
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        aria-busy={removal.isPending || undefined}
        disabled={Boolean(user?.suspension)}
        className="not-disabled:text-danger! not-disabled:hover:bg-line"
        onClick={({ currentTarget }) =>
          user?.isVerified ? setIsAsking(true) : remove(currentTarget)
        }
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </Button>
      <LazyAlertDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove()}
        title={`${label}?`}
        description={VERIFIED_WARNING}
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={removal.isPending}
        focusFallback={heading}
      />
    </>
  );
}
