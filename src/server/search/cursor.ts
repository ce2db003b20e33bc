import { createHmac, timingSafeEqual } from 'node:crypto';
import { CURSOR_REFUSED } from '#contract/directory.ts';
import { invalidInput } from '#server/lib/app-error.ts';

/** Where a page ended. */
export interface Position {
  /** Whether the search included unlikely guesses. */
  isWide: boolean;
  /** The step it ended in, known by its owner, its tier and a hash of its bounds. */
  owner: number;
  tier: number;
  step: number;
  /** The last result. */
  key: string;
  id: number;
  /** Results so far. */
  count: number;
}

/** What a cursor is good for: the same search by the same kind of viewer. */
export type Scope = readonly [query: string, platform: string, viewerId: number | undefined];

const MAC_LENGTH = 16;

function macOf(secret: Buffer, scope: Scope, content: Buffer): Buffer {
  const scopeText = JSON.stringify(scope);
  return createHmac('sha256', secret)
    .update(`${Buffer.byteLength(scopeText)}:${scopeText}`)
    .update(content)
    .digest()
    .subarray(0, MAC_LENGTH);
}

export function packCursor(secret: Buffer, scope: Scope, position: Position): string {
  const content = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(secret, scope, content), content]).toString('base64url');
}

/** Only what was signed here is ever parsed, so it needs no further checks. */
export function unpackCursor(secret: Buffer, scope: Scope, cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const content = bytes.subarray(MAC_LENGTH);
  const mac = bytes.subarray(0, MAC_LENGTH);
  if (mac.length !== MAC_LENGTH || !timingSafeEqual(mac, macOf(secret, scope, content))) {
    throw invalidInput(CURSOR_REFUSED, { cursor: CURSOR_REFUSED });
  }
  return JSON.parse(content.toString('utf8')) as Position;
}
