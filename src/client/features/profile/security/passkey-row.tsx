import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { IconArch } from '#client/components/ui/icon-arch.tsx';
import { LazyAlertDialog } from '#client/components/ui/lazy-alert-dialog.ts';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { formatFullDay, formatRecentDay } from '#client/lib/format-day.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { useRemovePasskey } from './api.ts';
import { deviceIcon } from './device-icon.ts';

const RenameDialog = lazyOnOpen(() => import('./rename-passkey-dialog.tsx'));

interface PasskeyRowProps {
  passkey: Passkey;
  /** Gets the focus when the row is removed. */
  heading: RefObject<HTMLElement | null>;
}

export function PasskeyRow({ passkey, heading }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  const [isRenaming, setIsRenaming] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const removal = useRemovePasskey();
  return (
    <li className="flex items-center gap-3 py-3.5">
      <IconArch icon={deviceIcon(name, KeyRound)} />
      <div className="min-w-0 flex-1">
        <p className="font-bold wrap-anywhere">{name}</p>
        <p className="text-small text-muted">
          Added {formatFullDay(createdAt)} ·{' '}
          {lastUsedAt ? `used ${formatRecentDay(lastUsedAt)}` : 'not used yet'}
        </p>
      </div>
      <div className="flex shrink-0">
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Rename ${name}`}
          onClick={() => setIsRenaming(true)}
        >
          <Pencil aria-hidden="true" className="size-5" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove ${name}`}
          className="text-danger!"
          onClick={() => setIsAsking(true)}
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <RenameDialog passkey={passkey} isOpen={isRenaming} onClose={() => setIsRenaming(false)} />
      <LazyAlertDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => removal.mutate(passkey, { onSettled: () => setIsAsking(false) })}
        title={`Remove ${name}?`}
        description="You can no longer sign in with this passkey. Your device may still offer it until you delete it there."
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={removal.isPending}
        focusFallback={heading}
      />
    </li>
  );
}
