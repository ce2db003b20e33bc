import type pg from 'pg';
import type { PlatformFilter } from '#contract/platforms/registry.ts';
import type { Database, ReadOptions } from '#server/db/client.ts';
import { findSecret } from '#server/db/secrets.ts';
import { Vocabulary } from '#server/db/vocabulary.ts';
import { bytesOf, HotCache } from '#server/lib/hot-cache.ts';
import type { NameWords } from '#server/lib/name-words.ts';
import { packCursor, unpackCursor } from '#server/lib/signed-cursor.ts';
import { Page, type Position } from './fill-page.ts';
import { type PeopleQuery, parseQuery } from './parse-query.ts';
import {
  everybody,
  exactSteps,
  inTiers,
  isOneWord,
  lastSteps,
  nearSteps,
  TIER,
  unlikelySteps,
} from './plan.ts';

/**
 * How a search works. Exact in the database, fuzzy in memory.
 *
 * Writing: the query that changes a person or contact calls indexPeople or indexContact (db/index-people.ts) in the same
 * transaction. entry.ts makes what is stored: the result as JSON text (cards/stored-card.ts), the keys that the person
 * is found by (keys.ts, in every spelling of lib/spellings.ts), and the words of the name for the vocabulary.
 *
 * Searching: parse-query.ts folds the text into words. plan.ts turns them into steps: ranges of keys, in the order
 * of the results, from the exact username to a piece of a word. Each server keeps in memory which words a typed word
 * may stand for (lib/word-index.ts) and which words occur in one name (lib/word-pairs.ts); for a member also those of
 * their contacts (lib/name-words.ts). Usernames are too many for memory; with a typo they are found by their parts
 * (lib/typo-parts.ts). fill-page.ts reads the steps with one statement (read-keys.ts) that stops when the page is full.
 * Private contacts are rows of the same index. A signed cursor (lib/signed-cursor.ts) says where the page ended.
 * Visitors share first pages until the index changes (lib/hot-cache.ts).
 */
export interface SearchInput {
  query: string;
  platform: PlatformFilter;
  limit: number;
  cursor?: string | undefined;
}

export interface SearchPage {
  /** A JSON array, encoded once for all who share it. */
  body: Buffer;
  next: string | undefined;
  /** On a first page: the member who has, or had, the query as their username. */
  exactId: number | undefined;
  /** Whether exact matches and beginnings alone filled it. */
  isFilled: boolean;
}

/** How many results of one query can be paged through. */
const RESULTS_MAX = { visitor: 500, member: 2_000 };
/** How often a server looks for changes that others made. */
const REFRESH_MS = 1_000;
/** A replica may lag behind the change that made us drop a page, so pages read from one are not kept for longer. */
const REPLICA_PAGE_MS = 1_000;
/** About 10,000 pages of 20 people. */
const HOT_BYTES_MAX = 100_000_000;
/** What an empty page takes, with its name. */
const PAGE_BYTES = 500;
/** Beginnings this short mostly fill a page, so nothing else is prepared. */
const SHORT_WORD = 8;

interface Options {
  /** How long visitors share a first page, if nothing changes; 0 for never. */
  sharedMs?: number;
  onError?: (error: unknown) => void;
  /** At the start: how many people have been read. */
  onProgress?: (people: number) => void;
}

export class PeopleSearch {
  readonly #database: Database;
  readonly #options: Options;
  readonly #vocabulary: Vocabulary;
  readonly #hotPages: HotCache<SearchPage>;
  #secret: Buffer = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;
  #isStale = false;
  #catchingUp: Promise<void> = Promise.resolve();

  constructor(database: Database, options: Options = {}) {
    this.#database = database;
    this.#options = options;
    const hasReplicas = Object.keys(database.pools).length > 1;
    const maxAgeMs = Math.min(options.sharedMs ?? 0, hasReplicas ? REPLICA_PAGE_MS : Infinity);
    this.#hotPages = new HotCache({
      maxAgeMs,
      maxSize: HOT_BYTES_MAX,
      sizeOf: ({ body }) => body.length + PAGE_BYTES,
    });
    this.#vocabulary = new Vocabulary(database.pool, () => this.#hotPages.clear());
  }

  async start(): Promise<void> {
    this.#secret = await findSecret(this.#database.db, 'cursor');
    await this.#vocabulary.refresh(this.#options.onProgress);
    this.#timer = setInterval(() => {
      if (!this.#vocabulary.isQueued) this.#refresh();
    }, REFRESH_MS).unref();
  }

  /** Without the primary, searches use the words read so far. */
  #refresh(): Promise<void> {
    return this.#vocabulary.refresh().catch((error) => {
      this.#hotPages.clear();
      this.#options.onError?.(error);
    });
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** Called after every write on this server, so that the next search sees it. */
  markChanged() {
    this.#isStale = true;
  }

  async search(
    input: SearchInput,
    viewerId: number | undefined,
    options: ReadOptions = {},
  ): Promise<SearchPage> {
    if (this.#isStale) {
      this.#isStale = false;
      this.#catchingUp = this.#refresh();
    }
    // Also for those who ask while it runs: the cache may still have what was before the write.
    await this.#catchingUp;
    const find = () =>
      this.#database.read(({ pool }) => this.#findPage(pool, input, viewerId), options);
    const isFirstForAll =
      viewerId === undefined && input.cursor === undefined && options.after === undefined;
    if (!isFirstForAll) return find();
    return this.#hotPages.get(nameOf(input), find);
  }

  async #findPage(
    pool: pg.Pool,
    input: SearchInput,
    viewerId: number | undefined,
  ): Promise<SearchPage> {
    const { query, platform, limit, cursor } = input;
    const scope = [query, platform, viewerId];
    const from =
      cursor === undefined ? undefined : unpackCursor<Position>(this.#secret, scope, cursor);
    const before = from?.count ?? 0;
    const most = viewerId === undefined ? RESULTS_MAX.visitor : RESULTS_MAX.member;
    const length = Math.min(limit, most - before);
    const page = new Page({
      pool,
      want: length + 1,
      platform: platform === 'all' ? undefined : platform,
      viewerId,
      from,
    });
    if (query === '') await page.read(everybody());
    else {
      const parsed = parseQuery(query);
      const words =
        viewerId === undefined
          ? this.#vocabulary
          : await this.#vocabulary.withContactsOf(viewerId, pool);
      if (parsed && from) await page.read(planOf(parsed, words, from.isWide), from.isWide);
      else if (parsed) {
        const shorter = nameOf({ ...input, query: query.replace(/\s*.$/su, '') });
        await fillFirst(page, parsed, words, this.#hotPages.known(shorter)?.isFilled);
      }
    }
    const shown = page.items.slice(0, length);
    const end = page.items.length > length ? shown.at(-1)?.place() : page.stoppedAt;
    const count = before + shown.length;
    const [first] = shown;
    const isExact = first?.tier === TIER.username && from === undefined;
    const isEnd = end === undefined || count >= most;
    return {
      body: bytesOf(`[${shown.map(({ card }) => card).join(',')}]`),
      next: isEnd ? undefined : packCursor(this.#secret, scope, { ...end, count }),
      exactId: isExact ? first.id : undefined,
      isFilled: (page.items[length]?.tier ?? TIER.typo) <= TIER.beginning,
    };
  }
}

const nameOf = ({ platform, limit, query }: SearchInput) => `${platform} ${limit} ${query}`;

/** All steps of a search; `isWide` adds unlikely guesses. */
function planOf(query: PeopleQuery, words: NameWords, isWide: boolean) {
  const likely = isWide
    ? unlikelySteps(query, words)
    : [...exactSteps(query), ...nearSteps(query, words)];
  return inTiers([...likely, ...lastSteps(query, words, isWide)]);
}

/**
 * The first page. Where exact matches filled that of the text without its last letter, they mostly fill this one too, so
 * nothing else is prepared at first.
 */
async function fillFirst(
  page: Page,
  query: PeopleQuery,
  words: NameWords,
  isShorterFilled: boolean | undefined,
): Promise<void> {
  const [typed = []] = query.readings;
  const steps = exactSteps(query);
  const isShort = isOneWord(query, typed) && typed.join('').length <= SHORT_WORD;
  if (isShorterFilled ?? isShort) {
    await page.read(steps);
    if (page.isFull) return;
    // Read again with the others, so that the page is the same whatever was known.
    page.clear();
  }
  await page.read([...steps, ...nearSteps(query, words), ...lastSteps(query, words, false)]);
  const isFound = page.items.some(({ tier }) => tier < TIER.withoutOneWord);
  if (isFound || page.stoppedAt) return;
  page.clear();
  await page.read(planOf(query, words, true), true);
}
