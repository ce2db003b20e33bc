import type pg from 'pg';
import { WordIndex } from '#server/lib/word-index.ts';

interface Row {
  words: string[] | null;
  horizon: string;
}

const ALL_WORDS = `
  SELECT array_agg(word) AS words, pg_snapshot_xmin(pg_current_snapshot())::text AS horizon FROM search_words`;
/**
 * Words of transactions that the last read could not see. Ids would not do: a lower one may become visible after
 * a higher one. Restored rows may carry numbers of the future; the first read had them.
 */
const NEW_WORDS = `
  ${ALL_WORDS} WHERE added >= $1::xid8 AND added < pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * The distinct words of all names, of private contacts too: they only say what to look up. A word that nobody has any
 * more is forgotten at the next start, and finds nothing until then.
 */
export class Vocabulary {
  readonly words = new WordIndex();
  readonly #pool: pg.Pool;
  #horizon: string | null = null;
  #refreshing: Promise<void> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
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
    const { rows } = await this.#pool.query<Row>(
      this.#horizon === null
        ? ALL_WORDS
        : { name: 'search-new-words', text: NEW_WORDS, values: [this.#horizon] },
    );
    const [row] = rows;
    if (!row) return;
    if (row.words) await this.words.add(row.words);
    this.#horizon = row.horizon;
  }
}
