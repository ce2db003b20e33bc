import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** What only the browser knows: a page drawn ahead of time has `ahead` in its place at first. */
export function useBrowserValue<T>(read: () => T, ahead: T): T {
  return useSyncExternalStore(neverChanges, read, () => ahead);
}
