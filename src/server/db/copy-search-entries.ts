import type pg from 'pg';
import { type Entry, wordRows } from '#server/search/index-people.ts';
import { copyInto, copyText } from './copy.ts';

/** What indexPeople does, for many new people or contacts at once; their words are inserted with `insertWords`. */
export async function copyEntries(client: pg.PoolClient, entries: readonly Entry[]) {
  const people = 'search_people (owner, id, platforms, card, keys, words)';
  await copyInto(client, people, peopleLines(entries));
  await copyInto(client, 'search_keys (owner, key, id, platforms, shared)', keyLines(entries));
}

/** Adds those that are not known yet. */
export async function insertWords(client: pg.ClientBase, owner: number, words: Iterable<string>) {
  await client.query(
    `INSERT INTO search_words (owner, word, keys)
     SELECT * FROM json_to_recordset($1::json) AS row (owner int, word text, keys text[])
     ORDER BY owner, word ON CONFLICT DO NOTHING`,
    [wordRows(owner, [...words])],
  );
}

/** The same for pairs of words, which no transaction needs to roll back. */
export async function insertPairs(client: pg.ClientBase | pg.Pool, pairs: readonly number[]) {
  await client.query(
    `INSERT INTO search_pairs (pair) SELECT DISTINCT unnest($1::int[]) ORDER BY 1 ON CONFLICT DO NOTHING`,
    [pairs],
  );
}

// Keys hold nothing that COPY or, in quotes, an array gives another meaning.

function* peopleLines(entries: readonly Entry[]) {
  for (const { owner, id, platforms, card, keys, words } of entries) {
    const start = `${owner}\t${id}\t${platforms}\t${copyText(card)}`;
    yield `${start}\t{"${keys.map(({ key }) => key).join('","')}"}\t{"${words.join('","')}"}`;
  }
}

function* keyLines(entries: readonly Entry[]) {
  for (const { owner, id, platforms, keys } of entries) {
    for (const { key, shared } of keys) {
      yield `${owner}\t${key}\t${id}\t${platforms}\t${shared}`;
    }
  }
}
