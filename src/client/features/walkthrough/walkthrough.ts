import { useSyncExternalStore } from 'react';
import { cameByLink } from '#client/lib/arrival.ts';
import { readFlag, removeFlag, writeFlag } from '#client/lib/local-flags.ts';

const KEY = 'walkthroughCompleted';

let isClosed = false;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Hides the tip in this browser for good. */
export function completeWalkthrough(): void {
  writeFlag(KEY, 'true');
  changed();
}

/** Hides the tip for this visit. */
export function closeWalkthrough(): void {
  isClosed = true;
  changed();
}

/** Shows the tip again, as on the first visit. */
export function resetWalkthrough(): void {
  isClosed = false;
  removeFlag(KEY);
  changed();
}

export function useWalkthrough(): { isShown: boolean } {
  const isShown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => !isClosed && !cameByLink && readFlag(KEY) !== 'true',
  );
  return { isShown };
}
