import { useSyncExternalStore } from 'react';
import { createListeners } from '#client/lib/listeners.ts';

/** The window event that tells every part of the page how the last contact went. */
const STATUS_EVENT = 'server-status';

interface StatusDetail {
  success: boolean;
  /** When the server was last tried, or last answered if it did. */
  lastContact: string;
  message: string;
}

interface ServerStatus {
  state: 'unknown' | 'online' | 'offline';
  lastContact: string;
}

const UNKNOWN: ServerStatus = { state: 'unknown', lastContact: 'Never' };
let current = UNKNOWN;
const listeners = createListeners();

export function broadcastStatus(detail: StatusDetail): void {
  window.dispatchEvent(new CustomEvent(STATUS_EVENT, { detail }));
}

/** Call once, before the page renders. `onBack` runs when the server answers after a failure. */
export function listenForStatus(onBack: () => void): void {
  window.addEventListener(STATUS_EVENT, (event) => {
    const { success, lastContact } = (event as CustomEvent<StatusDetail>).detail;
    const isBack = success && current.state === 'offline';
    current = { state: success ? 'online' : 'offline', lastContact };
    listeners.notify();
    if (isBack) onBack();
  });
}

export function useServerStatus(): ServerStatus {
  return useSyncExternalStore(
    listeners.subscribe,
    () => current,
    () => UNKNOWN,
  );
}
