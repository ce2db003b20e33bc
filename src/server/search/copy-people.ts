import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { idParts } from './parts.ts';
import { compareKeys } from './ranges.ts';
import { type PersonRows, wordRow } from './rows.ts';

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

/**
 * Sends lines of tab-separated values into a table. They are made one by one while PostgreSQL works on
 * those before: it is never left waiting for long, and nothing piles up.
 */
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

/**
 * What `indexPeople` does, for many new people at once. Their keys are not sorted first: that was
 * measured, and cost more here than it saved in the index. `knownWords` remembers over several calls
 * which words were stored already.
 */
export async function copyPeople(
  client: pg.PoolClient,
  people: Iterable<PersonRows>,
  knownWords: ReadonlySet<string>,
) {
  const made: PersonRows[] = [];
  await copyInto(
    client,
    'search_people (user_id, rank, platforms, keys)',
    personLines(people, made),
  );
  await copyInto(client, 'search_keys (key, rank, platforms)', keyLines(made));
  await copyInto(client, 'search_ids (id, rank, platforms, start_end, middle_end)', idLines(made));
  const words = [...new Set(made.flatMap((person) => person.words))]
    .filter((word) => !knownWords.has(word))
    .sort(compareKeys);
  if (words.length > 0) await copyWords(client, words);
  return words;
}

async function copyWords(client: pg.PoolClient, words: readonly string[]) {
  await client.query(
    `WITH added AS (
       INSERT INTO search_words (word, forms)
       SELECT word, forms FROM json_to_recordset($1::json) AS row (word text, forms int[])
       ON CONFLICT (word) DO NOTHING RETURNING word, forms
     )
     INSERT INTO search_word_forms (form, word)
     SELECT unnest(forms) AS form, word FROM added ORDER BY form`,
    [JSON.stringify(words.map(wordRow))],
  );
}

const WORDS_AT_ONCE = 10_000;

/**
 * Brings back what went with people who left while many others came with the same words. Holding each word
 * of each batch, as `indexPeople` does, would cost more than looking once when all are in.
 */
export async function mendWords(client: pg.PoolClient, words: Iterable<string>) {
  const all = [...words].sort(compareKeys);
  for (let from = 0; from < all.length; from += WORDS_AT_ONCE) {
    const { rows } = await client.query<{ word: string }>(
      // Hardly any are missing: only those are worth the look at who has them.
      `WITH missing AS MATERIALIZED (
         SELECT word FROM unnest($1::text[]) AS brought (word)
         WHERE NOT EXISTS (SELECT FROM search_words w WHERE w.word = brought.word)
       )
       SELECT word FROM missing WHERE search_word_is_used(word)`,
      [all.slice(from, from + WORDS_AT_ONCE)],
    );
    if (rows.length > 0)
      await copyWords(
        client,
        rows.map(({ word }) => word),
      );
  }
}

// Keys and ids are letters and digits: COPY has no other meaning for any of them.

function* personLines(people: Iterable<PersonRows>, made: PersonRows[]) {
  for (const person of people) {
    made.push(person);
    const { userId, rank, platforms, keys } = person;
    yield `${userId}\t${rank}\t${platforms}\t${keys.join('\\n')}`;
  }
}

function* keyLines(people: readonly PersonRows[]) {
  for (const { keys, rank, platforms } of people) {
    const end = `\t${rank}\t${platforms}`;
    for (const key of keys) yield key + end;
  }
}

function* idLines(people: readonly PersonRows[]) {
  for (const { ids, rank, platforms } of people) {
    for (const id of ids) {
      const { startEnd, middleEnd } = idParts(id);
      yield `${id}\t${rank}\t${platforms}\t${startEnd}\t${middleEnd}`;
    }
  }
}
