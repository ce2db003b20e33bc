/**
 * Flags kept in this browser: 'local' for good, 'session' until the tab closes. Private windows may
 * refuse storage: then nothing is remembered.
 */
type Lifetime = 'local' | 'session';

/** The key of the list in paid-before.ts. */
export const PAID_HANDLES = 'paid-handles';

const storageFor = (lifetime: Lifetime) => window[`${lifetime}Storage`];

export function readFlag(key: string, lifetime: Lifetime = 'local'): string | null {
  try {
    return storageFor(lifetime).getItem(key);
  } catch {
    return null;
  }
}

export function writeFlag(key: string, value: string, lifetime: Lifetime = 'local'): void {
  try {
    storageFor(lifetime).setItem(key, value);
  } catch {
    // Not remembered.
  }
}

export function removeFlag(key: string, lifetime: Lifetime = 'local'): void {
  try {
    storageFor(lifetime).removeItem(key);
  } catch {
    // Nothing was remembered.
  }
}
