import type pg from 'pg';
import type { Entry } from '#server/search/entry.ts';
import { bitsOf } from '#server/search/keys.ts';
import { CopyLines, copyText } from './copy.ts';

/** What indexPeople does, for many new people or contacts at once. */
export class EntryLines {
  readonly #people = new CopyLines();
  readonly #keys = new CopyLines();

  // Keys and names hold nothing that COPY gives another meaning.
  add({ owner, id, platforms, card, atRead, keys, shared, names }: Entry) {
    this.#people.add(
      `${owner}\t${id}\t${platforms}\t${copyText(card)}\t${copyText(atRead)}\t${keys.join()}\t${names}\n`,
    );
    let lines = '';
    for (let at = 0; at < keys.length; at += 1) {
      lines += `${id}\t${bitsOf(platforms, shared[at] ?? 0)}\t${keys[at]}\n`;
    }
    this.#keys.add(lines);
  }

  async copy(client: pg.PoolClient, keyTable = 'search_keys', keyOptions = '') {
    const people = 'search_people (owner, id, platforms, card, at_read, keys, names)';
    await this.#people.copyInto(client, people);
    await this.#keys.copyInto(client, `${keyTable} (id, bits, key)`, keyOptions);
  }
}
