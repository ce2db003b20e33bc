import { z } from 'zod';
import { CURSOR_REFUSED } from '#contract/directory.ts';
import { invalidInput } from '#server/lib/app-error.ts';
import { hash32 } from './edits.ts';
import { TIER, type Tier } from './ranges.ts';

/** The last result of a page: a person of the directory, or one of the viewer's own contacts. */
export interface Position {
  /** Which reading of the query the results came from. */
  form: number;
  tier: Tier;
  /** Set for a contact: all people of the same tier are still to come. */
  contactId: number | null;
  key: string;
  rank: number;
}

const int = z
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);
const packed = z.tuple([
  int,
  z.union([z.literal(0), z.literal(1)]),
  z.union(Object.values(TIER).map((tier) => z.literal(tier))),
  int.nullable(),
  // What PostgreSQL takes as text: no zero, no half of a pair.
  z
    .string()
    .max(150)
    .regex(/^[^\p{Cs}\0]*$/u),
  int,
]);

/** A cursor belongs to the search that it came from. */
const searchHash = (query: string, platform: string) => hash32(`${platform}\n${query}`);

export function packCursor(query: string, platform: string, position: Position): string {
  const { form, tier, contactId, key, rank } = position;
  const parts = [searchHash(query, platform), form, tier, contactId, key, rank];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function unpackCursor(query: string, platform: string, cursor: string): Position {
  const parsed = packed.safeParse(readJson(cursor));
  if (!parsed.success || parsed.data[0] !== searchHash(query, platform)) {
    throw invalidInput(CURSOR_REFUSED, { cursor: CURSOR_REFUSED });
  }
  const [, form, tier, contactId, key, rank] = parsed.data;
  return { form, tier, contactId, key, rank };
}

function readJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
