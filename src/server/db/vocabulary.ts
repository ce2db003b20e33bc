import type pg from 'pg';
import { WordIndex } from '#server/lib/word-index.ts';
import { WordPairs } from '#server/lib/word-pairs.ts';

const HORIZON = `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`;
/**
 * What transactions added that an earlier read could not see. Ids would not do: a lower one may become visible after
 * a higher one. Restored rows may carry numbers of the future; the first read had them.
 */
const IS_NEW = 'added >= $1::xid8 AND added < pg_snapshot_xmax(pg_current_snapshot())';
const PAIRS_PER_READ = 20_000;

/**
 * What servers keep in memory about names, private contacts' too, to know what to look up: their distinct words, and
 * which of them occur together. A word that nobody has any more is forgotten at the next start, and finds nothing
 * until then.
 */
export class Vocabulary {
  readonly words = new WordIndex();
  readonly pairs = new WordPairs();
  readonly #pool: pg.Pool;
  #horizon: string | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get isRefreshing(): boolean {
    return this.#refreshing !== undefined;
  }

  /** Reads what was committed before this call; calls at the same time share one read. */
  async refresh(): Promise<void> {
    // One that has begun already may have missed the caller's own write.
    while (this.#refreshing) await this.#refreshing.catch(() => undefined);
    this.#refreshing = this.#read();
    try {
      await this.#refreshing;
    } finally {
      this.#refreshing = undefined;
    }
  }

  async #read(): Promise<void> {
    const before = this.#horizon;
    // Before the rows, so that the next read repeats what was committed in between.
    const { rows } = await this.#pool.query<{ horizon: string }>({
      name: 'horizon',
      text: HORIZON,
    });
    if (before === undefined) await this.#readAll();
    else await this.#readNew(before);
    this.#horizon = rows[0]?.horizon;
  }

  async #readAll() {
    const { rows } = await this.#pool.query<[string[] | null]>({
      text: 'SELECT array_agg(word) FROM search_words',
      rowMode: 'array',
    });
    await this.words.add(rows[0]?.[0] ?? []);
    await this.#readPairs('true', []);
  }

  async #readNew(since: string) {
    await this.#readPairs(IS_NEW, [since]);
    const { rows } = await this.#pool.query<[string[] | null]>({
      name: 'search-new-words',
      text: `SELECT array_agg(word) FROM search_words WHERE ${IS_NEW}`,
      values: [since],
      rowMode: 'array',
    });
    const [words] = rows[0] ?? [];
    if (words) await this.words.add(words);
  }

  /** An import adds very many, so they are read in parts. */
  async #readPairs(condition: string, values: string[]) {
    for (let last = -1; ; ) {
      const { rows } = await this.#pool.query<[number]>({
        text: `SELECT pair FROM search_pairs WHERE ${condition} AND pair > $${values.length + 1}
               ORDER BY pair LIMIT ${PAIRS_PER_READ}`,
        values: [...values, last],
        rowMode: 'array',
      });
      this.pairs.add(rows.map(([pair]) => pair));
      last = rows.at(-1)?.[0] ?? last;
      if (rows.length < PAIRS_PER_READ) return;
    }
  }
}
