import clsx from 'clsx';
import { useServerStatus } from './server-status.ts';

const LABELS = { online: 'Online', offline: 'Offline', unknown: 'Pending' } as const;
export const STATUS_SENTENCES = {
  online: 'Server Online',
  offline: 'Server Offline',
  unknown: 'Server connection pending',
} as const;

export function StatusDot({ isHollow }: { isHollow: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'size-2 shrink-0 rounded-full',
        isHollow ? 'border-2 border-current' : 'bg-current',
      )}
    />
  );
}

/** In the header. Its width does not change with the word. */
export function ServerBadge() {
  const { state } = useServerStatus();
  return (
    <span
      role="status"
      aria-label={STATUS_SENTENCES[state]}
      className={clsx(
        'inline-flex h-9 min-w-24 items-center justify-center gap-2 rounded-full px-2 text-label',
        state === 'online' &&
          'bg-success-soft text-success hero:bg-hero-success-soft hero:text-hero-success',
        state === 'offline' && 'bg-danger-soft text-danger',
        state === 'unknown' && 'bg-sunken text-muted hero:bg-hero-chip hero:text-hero-ink',
      )}
    >
      <StatusDot isHollow={state === 'unknown'} />
      {LABELS[state]}
    </span>
  );
}
