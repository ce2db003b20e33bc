import { readFlag, writeFlag } from '#client/lib/local-flags.ts';
import type { Platform } from '#contract/platforms/registry.ts';

const KEY = 'paid-handles';
const MAX = 200;

/** Whom this browser paid: user, platform, handle, time in milliseconds. Nobody else gets to know. */
type Paid = [userId: number, platform: string, handle: string, at: number];

let known: { text: string; list: Paid[] } | undefined;

/** Whatever is stored there: other versions and extensions write too. */
function readPaid(): Paid[] {
  const text = readFlag(KEY) ?? '[]';
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

export function rememberPaid(userId: number, platform: Platform, handle: string): void {
  const others = readPaid().filter(([id, on]) => id !== userId || on !== platform);
  const list: Paid[] = [...others, [userId, platform, handle, Date.now()]];
  writeFlag(KEY, JSON.stringify(list.slice(-MAX)));
}
