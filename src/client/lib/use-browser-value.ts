import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** A value that only the browser knows; prerendering and hydration use `prerendered`. */
export function useBrowserValue<T>(read: () => T, prerendered: T): T {
  return useSyncExternalStore(neverChanges, read, () => prerendered);
}
