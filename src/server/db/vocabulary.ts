import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { DIRECTORY } from '#server/cards/stored-card.ts';
import type { Budget } from '#server/lib/long-words.ts';
import { FewNameWords, joinNameWords, type NameWords } from '#server/lib/name-words.ts';
import {
  finishedBetween,
  parseSnapshot,
  type Snapshot,
  type TransactionRange,
} from '#server/lib/snapshot.ts';
import { WordIndex } from '#server/lib/word-index.ts';
import { WordPairs } from '#server/lib/word-pairs.ts';
import { NAME_WORDS_MAX, readNames } from '#server/search/keys.ts';
import type { Db } from './client.ts';

/** Also those that a restored backup brought along with higher numbers than this database has given out yet. */
const ALL_TRANSACTIONS: TransactionRange = { from: 0n, to: 2n ** 64n - 1n };
/** Yields to other requests after this many: an import adds very many people at once. */
const PEOPLE_PER_READ = 5_000;
const PROGRESS_EVERY = 100_000;

/** Rows of search_changes are kept for longer than a server goes without reading them. */
const CHANGES_READ_MS = 10 * 60_000;
const CHANGES_KEPT = '1 hour';

type NamesRow = [added: string, owner: number, id: number, names: string];

/** How many members' contact words are kept in memory; those who have not searched for longest are dropped. */
const OWNERS_MAX = 200;

/**
 * What servers keep in memory about names to know what to look up: their distinct words, and which of them occur
 * together. A word that is no longer in use is dropped at the next start, and finds nothing until then. Words of
 * private contacts are kept apart, for their owner's searches: in lists of limited length they would take the place
 * of other words, which tells others that they exist.
 */
export class Vocabulary implements NameWords {
  readonly #words = new WordIndex();
  readonly #pairs = new WordPairs();
  readonly #own = new Map<number, Promise<NameWords>>();
  readonly #pool: pg.Pool;
  readonly #onChange: () => void;
  #snapshot: Snapshot | undefined;
  #readAt = 0;
  #reading: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** `onChange` is called when a transaction has changed the search index. */
  constructor(pool: pg.Pool, onChange: () => void = () => undefined) {
    this.#pool = pool;
    this.#onChange = onChange;
  }

  has(word: string) {
    return this.#words.has(word);
  }

  near(typed: string, max: number) {
    return this.#words.near(typed, max);
  }

  nearTwice(typed: string, max: number, budget: Budget) {
    return this.#words.nearTwice(typed, max, budget);
  }

  containing(piece: string, max: number) {
    return this.#words.containing(piece, max);
  }

  mayBeOneName(words: readonly string[], isOpen: boolean) {
    return this.#pairs.mayBeOneName(words, isOpen);
  }

  /** With the words of this member's contacts, read from the pool that the search reads from. */
  withContactsOf(owner: number, pool: pg.Pool): Promise<NameWords> {
    const known = this.#own.get(owner) ?? this.#readContacts(owner, pool);
    // A replica may not have the latest contact yet.
    if (pool === this.#pool) this.#keep(owner, known);
    return known;
  }

  #keep(owner: number, known: Promise<NameWords>) {
    this.#own.delete(owner);
    this.#own.set(owner, known);
    known.catch(() => this.#own.delete(owner));
    const [oldest] = this.#own.keys();
    if (this.#own.size > OWNERS_MAX && oldest !== undefined) this.#own.delete(oldest);
  }

  async #readContacts(owner: number, pool: pg.Pool): Promise<NameWords> {
    const { rows } = await pool.query<[string]>({
      name: 'names-of-contacts',
      text: 'SELECT names FROM search_people WHERE owner = $1',
      values: [owner],
      rowMode: 'array',
    });
    if (rows.length === 0) return this;
    const names = rows.flatMap(([names]) => readNames(names));
    return joinNameWords(this, await FewNameWords.build(names, NAME_WORDS_MAX));
  }

  /** Whether a read has yet to begin: calls until then share it. */
  get isQueued(): boolean {
    return this.#next !== undefined;
  }

  /**
   * Reads what was committed before this call. A read that has begun may have missed it, so all calls meanwhile share
   * the next one. `onProgress` gets the number of people read so far.
   */
  refresh(onProgress?: (people: number) => void): Promise<void> {
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      const read = this.#read(onProgress);
      this.#reading = read.catch(() => undefined);
      return read;
    });
    return this.#next;
  }

  async #read(onProgress?: (people: number) => void): Promise<void> {
    const { rows } = await this.#pool.query<[string]>({
      name: 'snapshot',
      text: 'SELECT pg_current_snapshot()::text',
      rowMode: 'array',
    });
    const now = parseSnapshot(rows[0]?.[0] ?? '');
    const ranges = this.#snapshot ? finishedBetween(this.#snapshot, now) : [ALL_TRANSACTIONS];
    const readAt = performance.now();
    if (readAt - this.#readAt > CHANGES_READ_MS || (await this.#hasChanges(ranges))) {
      const words = new Set<string>();
      for (const range of ranges) await this.#readRange(range, words, onProgress);
      await this.#words.add([...words]);
      this.#onChange();
    }
    this.#snapshot = now;
    this.#readAt = readAt;
  }

  async #hasChanges(ranges: TransactionRange[]): Promise<boolean> {
    const { rows } = await this.#pool.query<[boolean]>({
      name: 'search-changes',
      text: `SELECT EXISTS (
               SELECT FROM unnest($1::xid8[], $2::xid8[]) AS range (low, high)
               JOIN search_changes ON transaction >= low AND transaction < high)`,
      values: [ranges.map(({ from }) => String(from)), ranges.map(({ to }) => String(to))],
      rowMode: 'array',
    });
    return rows[0]?.[0] === true;
  }

  async #readRange(
    { from, to }: TransactionRange,
    words: Set<string>,
    onProgress?: (people: number) => void,
  ) {
    let last: NamesRow = [String(from), -1, -1, ''];
    for (let count = PEOPLE_PER_READ; ; count += PEOPLE_PER_READ) {
      const [added, owner, id] = last;
      const { rows } = await this.#pool.query<NamesRow>({
        // In ORDER BY, `added` alone would mean the text before it.
        text: `SELECT added::text, owner, id, names FROM search_people
               WHERE (added, owner, id) > ($1::xid8, $2::int, $3::int) AND added < $4::xid8
               ORDER BY search_people.added, owner, id LIMIT ${PEOPLE_PER_READ}`,
        values: [added, owner, id, String(to)],
        rowMode: 'array',
      });
      for (const [, owner, , names] of rows) {
        if (owner !== DIRECTORY) {
          this.#own.delete(owner);
          continue;
        }
        for (const reading of readNames(names)) {
          for (const word of reading) words.add(word);
          this.#pairs.add(reading.slice(0, NAME_WORDS_MAX));
        }
      }
      last = rows.at(-1) ?? last;
      if (rows.length < PEOPLE_PER_READ) return;
      if (count % PROGRESS_EVERY === 0) onProgress?.(count);
    }
  }
}

export async function deleteOldChanges(db: Db) {
  await db.execute(
    sql`DELETE FROM search_changes WHERE created_at < now() - ${CHANGES_KEPT}::interval`,
  );
}
