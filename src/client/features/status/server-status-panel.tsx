import clsx from 'clsx';
import { STATUS_SENTENCES, StatusDot } from './server-badge.tsx';
import { useServerStatus } from './server-status.ts';

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
      <StatusDot isHollow={state === 'unknown'} />
      <div>
        <p className="font-bold">{STATUS_SENTENCES[state]}</p>
        <p className="text-small text-ink">
          {state === 'offline' ? 'Last attempt' : 'Last ping'} {lastContact}
        </p>
      </div>
    </div>
  );
}
