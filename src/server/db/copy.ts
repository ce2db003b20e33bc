import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value as PostgreSQL's COPY reads it. */
export function copyText(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\n\r\t]/.test(value)
    ? value.replace(/[\\\n\r\t]/g, (sign) => `\\${COPY_SIGNS[sign]}`)
    : value;
}
const COPY_SIGNS: Record<string, string> = { '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't' };

const CHUNK_LENGTH = 65_536;

/** Sends lines of tab-separated values into a table, made one by one while PostgreSQL reads those before. */
export async function copyInto(client: pg.PoolClient, target: string, lines: Iterable<string>) {
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    if (stream.write(chunk)) await nextTurn();
    else await once(stream, 'drain');
    chunk = '';
  }
  stream.end(chunk);
  await finished(stream);
}
