import { PAID_HANDLES, readFlag, writeFlag } from '#client/lib/local-flags.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { displayName, type Payee } from './payee.ts';

const MAX = 200;

/**
 * A payment made in this browser; the time is in milliseconds. It is never sent to the server. Earlier versions stored
 * no name and username.
 */
type Paid = [
  userId: number,
  platform: string,
  handle: string,
  at: number,
  name?: unknown,
  username?: unknown,
];

let known: { text: string; list: Paid[] } | undefined;

/** Whatever is stored there: other versions and extensions write too. */
export function readPaid(): Paid[] {
  const text = readFlag(PAID_HANDLES) ?? '[]';
  // Every row of every card asks.
  if (known?.text !== text) known = { text, list: parsePaid(text) };
  return known.list;
}

function parsePaid(text: string): Paid[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isPaid) : [];
  } catch {
    return [];
  }
}

const isPaid = (entry: unknown): entry is Paid =>
  Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[2] === 'string';

/** The handle that was paid last, of this person on this platform. */
export function lastPaid(userId: number, platform: Platform): string | undefined {
  return readPaid().findLast(([id, on]) => id === userId && on === platform)?.[2];
}

export function rememberPaid(
  payee: Pick<Payee, 'id' | 'screenName' | 'username'>,
  platform: Platform,
  handle: string,
): void {
  const { id, username } = payee;
  const others = readPaid().filter(([userId, on]) => userId !== id || on !== platform);
  const list = [...others, [id, platform, handle, Date.now(), displayName(payee), username]];
  writeFlag(PAID_HANDLES, JSON.stringify(list.slice(-MAX)));
}
