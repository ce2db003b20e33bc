import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { compareKeys } from './ranges.ts';
import { idRow, linesOf, type PersonRows, wordRow } from './rows.ts';

/** A value as PostgreSQL's COPY reads it. */
export function copyText(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return /[\\\n\r\t]/.test(value)
    ? value.replace(/[\\\n\r\t]/g, (sign) => `\\${COPY_SIGNS[sign]}`)
    : value;
}
const COPY_SIGNS: Record<string, string> = { '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't' };

/** Sends lines of tab-separated values into a table. */
export async function copyInto(client: pg.PoolClient, target: string, lines: string[]) {
  if (lines.length === 0) return;
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  for (let at = 0; at < lines.length; at += 2_000) {
    const chunk = `${lines.slice(at, at + 2_000).join('\n')}\n`;
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

/**
 * What `indexPeople` does, for many new people at once. Their keys are not sorted first: that was
 * measured, and cost more here than it saved in the index. `knownWords` remembers over several calls
 * which words were stored already.
 */
export async function copyPeople(
  client: pg.PoolClient,
  people: readonly PersonRows[],
  knownWords: Set<string>,
) {
  await copyInto(
    client,
    'search_people (user_id, rank, platforms, keys)',
    people.map(({ userId, rank, platforms, keys }) =>
      [userId, rank, platforms, copyText(linesOf(keys))].join('\t'),
    ),
  );
  const keyLines = people.flatMap(({ keys, rank, platforms }) => {
    const end = `\t${rank}\t${platforms}`;
    return keys.map((key) => copyText(key) + end);
  });
  await copyInto(client, 'search_keys (key, rank, platforms)', keyLines);
  const idLines = people.flatMap(({ ids, rank, platforms }) =>
    ids.map((id) => {
      const row = idRow(id);
      return [copyText(id), rank, platforms, row.startMiddle, row.startEnd, row.middleEnd].join(
        '\t',
      );
    }),
  );
  await copyInto(
    client,
    'search_ids (id, rank, platforms, start_middle, start_end, middle_end)',
    idLines,
  );
  const words = [...new Set(people.flatMap((person) => person.words))]
    .filter((word) => !knownWords.has(word))
    .sort(compareKeys);
  if (words.length > 0) {
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
  return words;
}
