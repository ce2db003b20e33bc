import type pg from 'pg';
import { copyInto, copyText } from '#server/db/copy.ts';
import type { Entry } from './index-people.ts';

/** What indexPeople does, for many new people at once. Returns the words that were not known yet. */
export async function copyEntries(
  client: pg.PoolClient,
  entries: readonly Entry[],
  knownWords: ReadonlySet<string>,
): Promise<string[]> {
  await copyInto(client, 'search_people (owner, id, platforms, card, keys)', peopleLines(entries));
  await copyInto(client, 'search_keys (owner, key, id, platforms, shared)', keyLines(entries));
  const words = [...new Set(entries.flatMap((entry) => entry.words))]
    .filter((word) => !knownWords.has(word))
    .sort();
  await client.query(
    'INSERT INTO search_words (word) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    [words],
  );
  return words;
}

// Keys hold nothing that COPY or, in quotes, an array gives another meaning.

function* peopleLines(entries: readonly Entry[]) {
  for (const { owner, id, platforms, card, keys } of entries) {
    const quoted = keys.map(({ key }) => `"${key}"`).join(',');
    yield `${owner}\t${id}\t${platforms}\t${copyText(card)}\t{${quoted}}`;
  }
}

/** In the order of the index, so that each of its pages is written once per batch. */
function keyLines(entries: readonly Entry[]): string[] {
  const lines: string[] = [];
  for (const { owner, id, platforms, keys } of entries) {
    for (const { key, shared } of keys) {
      lines.push(`${owner}\t${key}\t${id}\t${platforms}\t${shared}`);
    }
  }
  return lines.sort();
}
