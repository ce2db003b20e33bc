import clsx from 'clsx';
import { useServerStatus } from './server-status.ts';

const LABELS = { online: 'Online', offline: 'Offline', unknown: 'Pending' } as const;
const SENTENCES = {
  online: 'Server Online',
  offline: 'Server Offline',
  unknown: 'Server connection pending',
} as const;

function Dot({ isHollow }: { isHollow: boolean }) {
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
      aria-label={SENTENCES[state]}
      className={clsx(
        'inline-flex h-9 min-w-24 items-center justify-center gap-2 rounded-full px-3 text-label',
        state === 'online' &&
          'bg-success-soft text-success hero:bg-hero-success-soft hero:text-hero-success',
        state === 'offline' && 'bg-danger-soft text-danger',
        state === 'unknown' && 'bg-sunken text-muted hero:bg-hero-chip hero:text-hero-ink',
      )}
    >
      <Dot isHollow={state === 'unknown'} />
      {LABELS[state]}
    </span>
  );
}

/** At the foot of the side sheet, with the time of the last contact. */
export function ServerStatusPanel() {
  const { state, lastContact } = useServerStatus();
  return (
    <div
      className={clsx(
        'flex items-center gap-3 rounded-card p-4',
        state === 'online' && 'bg-success-soft text-success',
        state === 'offline' && 'bg-danger-soft text-danger',
        state === 'unknown' && 'bg-sunken text-muted',
      )}
    >
      <Dot isHollow={state === 'unknown'} />
      <div>
        <p className="font-bold">{SENTENCES[state]}</p>
        <p className="text-small text-ink">
          {state === 'offline' ? 'Last attempt' : 'Last ping'} {lastContact}
        </p>
      </div>
    </div>
  );
}
