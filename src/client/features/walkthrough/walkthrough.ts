import { useSyncExternalStore } from 'react';
import { cameByLink } from '#client/lib/arrival.ts';
import { createListeners } from '#client/lib/listeners.ts';
import { readFlag, removeFlag, writeFlag } from '#client/lib/local-flags.ts';

const KEY = 'walkthroughCompleted';

let isClosed = false;
const listeners = createListeners();

/** Hides the tip in this browser for good. */
export function completeWalkthrough(): void {
  writeFlag(KEY, 'true');
  listeners.notify();
}

/** Hides the tip for this visit. */
export function closeWalkthrough(): void {
  isClosed = true;
  listeners.notify();
}

/** Shows the tip again, as on the first visit. */
export function resetWalkthrough(): void {
  isClosed = false;
  removeFlag(KEY);
  listeners.notify();
}

export function useWalkthrough(): { isShown: boolean } {
  const isShown = useSyncExternalStore(
    listeners.subscribe,
    () => !isClosed && !cameByLink && readFlag(KEY) !== 'true',
  );
  return { isShown };
}
