import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Entry } from './index-people.ts';

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

export interface OwnedEntry {
  owner: number;
  entry: Entry;
}

/** What indexPeople does, for many new people at once. Returns the words that were not known yet. */
export async function copyEntries(
  client: pg.PoolClient,
  entries: readonly OwnedEntry[],
  knownWords: ReadonlySet<string>,
): Promise<string[]> {
  await copyInto(client, 'search_people (owner, id, platforms, card, keys)', peopleLines(entries));
  await copyInto(client, 'search_keys (owner, key, id, platforms, shared)', keyLines(entries));
  const words = [...new Set(entries.flatMap(({ entry }) => entry.words))]
    .filter((word) => !knownWords.has(word))
    .sort();
  await client.query(
    'INSERT INTO search_words (word) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    [words],
  );
  return words;
}

// Keys are letters, digits, spaces and marks that neither COPY nor an array gives another meaning, in quotes.

function* peopleLines(entries: readonly OwnedEntry[]) {
  for (const { owner, entry } of entries) {
    const keys = entry.keys.map(({ key }) => `"${key}"`).join(',');
    yield `${owner}\t${entry.id}\t${entry.platforms}\t${copyText(entry.card)}\t{${keys}}`;
  }
}

function* keyLines(entries: readonly OwnedEntry[]) {
  for (const { owner, entry } of entries) {
    const end = `\t${entry.id}\t${entry.platforms}\t`;
    for (const { key, shared } of entry.keys) yield `${owner}\t${key}${end}${shared}`;
  }
}
