import type pg from 'pg';
import { WordIndex } from '#server/lib/word-index.ts';
import { WordPairs } from '#server/lib/word-pairs.ts';

const HORIZON = `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`;
/**
 * What transactions added that an earlier read could not see. Ids would not do: a lower one may become visible after
 * a higher one. Restored rows may carry numbers of the future; the first read had them.
 */
const IS_NEW = 'added >= $1::xid8 AND added < pg_snapshot_xmax(pg_current_snapshot())';
/** For the first read. */
const IS_ANY = '$1::text IS NOT NULL';
const PEOPLE_PER_READ = 10_000;

type PairsRow = [added: string, owner: number, id: number, pairs: string];

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
    const isAdded = before === undefined ? IS_ANY : IS_NEW;
    await this.#readPairs(isAdded, before ?? '');
    await this.#readWords(isAdded, before ?? '');
    this.#horizon = rows[0]?.horizon;
  }

  async #readWords(isAdded: string, since: string) {
    const { rows } = await this.#pool.query<[string[] | null]>({
      text: `SELECT array_agg(word) FROM search_words WHERE ${isAdded}`,
      values: [since],
      rowMode: 'array',
    });
    const [words] = rows[0] ?? [];
    if (words) await this.words.add(words);
  }

  /** In parts, because an import adds very many. */
  async #readPairs(isAdded: string, since: string) {
    for (let last: PairsRow = ['0', -1, -1, '']; ; ) {
      const [added, owner, id] = last;
      const { rows } = await this.#pool.query<PairsRow>({
        text: `SELECT added::text, owner, id, array_to_string(pairs, ',') FROM search_people
               WHERE ${isAdded} AND (added, owner, id) > ($2::xid8, $3::int, $4::int)
               ORDER BY added, owner, id LIMIT ${PEOPLE_PER_READ}`,
        values: [since, added, owner, id],
        rowMode: 'array',
      });
      for (const [, , , pairs] of rows) {
        if (pairs !== '') this.pairs.add(pairs.split(',').map(Number));
      }
      last = rows.at(-1) ?? last;
      if (rows.length < PEOPLE_PER_READ) return;
    }
  }
}
