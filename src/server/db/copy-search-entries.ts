import type pg from 'pg';
import type { Entry } from '#server/search/entry.ts';
import { bitsOf } from '#server/search/keys.ts';
import { CopyLines, copyText } from './copy.ts';
import { wordRows } from './index-people.ts';

/** What indexPeople does, for many new people or contacts at once. */
export class EntryLines {
  readonly words = new Map<number, Set<string>>();
  readonly #people = new CopyLines();
  readonly #keys = new CopyLines();

  // Keys and words hold nothing that COPY or, in quotes, an array gives another meaning.
  add({ owner, id, platforms, card, keys, shared, words, pairs }: Entry) {
    this.#people.add(
      `${owner}\t${id}\t${platforms}\t${copyText(card)}\t${keys.join()}\t{"${words.join('","')}"}\t{${pairs.join()}}\n`,
    );
    let lines = '';
    for (let at = 0; at < keys.length; at += 1) {
      lines += `${id}\t${bitsOf(platforms, shared[at] ?? 0)}\t${keys[at]}\n`;
    }
    this.#keys.add(lines);
    const known = this.words.get(owner);
    if (known) for (const word of words) known.add(word);
    else this.words.set(owner, new Set(words));
  }

  /** All but the words, which `insertWords` stores. */
  async copy(client: pg.PoolClient, keyTable = 'search_keys', keyOptions = '') {
    const people = 'search_people (owner, id, platforms, card, keys, words, pairs)';
    await this.#people.copyInto(client, people);
    await this.#keys.copyInto(client, `${keyTable} (id, bits, key)`, keyOptions);
  }
}

const WORDS_AT_ONCE = 20_000;

/** Adds those that are not known yet. */
export async function insertWords(client: pg.ClientBase, owner: number, words: Iterable<string>) {
  const all = [...words];
  for (let from = 0; from < all.length; from += WORDS_AT_ONCE) {
    await client.query(
      `INSERT INTO search_words (owner, word, keys)
       SELECT * FROM json_to_recordset($1::json) AS row (owner int, word text, keys text[])
       ORDER BY owner, word ON CONFLICT DO NOTHING`,
      [wordRows(owner, all.slice(from, from + WORDS_AT_ONCE))],
    );
  }
}
