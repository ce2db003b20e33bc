import { createHmac, timingSafeEqual } from 'node:crypto';
import { CURSOR_REFUSED } from '#contract/directory.ts';
import { invalidInput } from './app-error.ts';

/** What a cursor is good for, such as the same search by the same viewer. */
type Scope = readonly unknown[];

const MAC_LENGTH = 16;

function macOf(secret: Buffer, scope: Scope, content: Buffer): Buffer {
  const scopeText = JSON.stringify(scope);
  return createHmac('sha256', secret)
    .update(`${Buffer.byteLength(scopeText)}:${scopeText}`)
    .update(content)
    .digest()
    .subarray(0, MAC_LENGTH);
}

export function packCursor(secret: Buffer, scope: Scope, position: object): string {
  const content = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(secret, scope, content), content]).toString('base64url');
}

/** Only what was signed here is ever parsed, so it needs no further checks. */
export function unpackCursor<Position>(secret: Buffer, scope: Scope, cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const content = bytes.subarray(MAC_LENGTH);
  const mac = bytes.subarray(0, MAC_LENGTH);
  if (mac.length !== MAC_LENGTH || !timingSafeEqual(mac, macOf(secret, scope, content))) {
    throw invalidInput(CURSOR_REFUSED, { cursor: CURSOR_REFUSED });
  }
  return JSON.parse(content.toString('utf8')) as Position;
}
