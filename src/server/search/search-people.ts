import type pg from 'pg';
import type { Platform, PlatformFilter } from '#contract/platforms.ts';
import type { Database, ReadOptions } from '#server/db/client.ts';
import { findSecret } from '#server/db/secrets.ts';
import { withPlatformFirst } from './card.ts';
import { type Position, packCursor, type Scope, unpackCursor } from './cursor.ts';
import { hash32, isOneEdit } from './edits.ts';
import { HotPages } from './hot-pages.ts';
import { idGuesses } from './id-typos.ts';
import { idKeys, idsAmong, isInside, partKey, platformBits } from './keys.ts';
import { type PeopleQuery, parseQuery } from './parse-query.ts';
import {
  everybody,
  exactSteps,
  isOneWord,
  lastSteps,
  nearSteps,
  type Step,
  TIER,
  unlikelySteps,
} from './plan.ts';
import { DIRECTORY, type Found, type OwnedStep, readKeys, readSteps } from './read-keys.ts';
import { VocabularyReader } from './vocabulary.ts';

/**
 * How a search works. Exact in the database, fuzzy in memory.
 *
 * Writing (index-people.ts): whoever changes a person or contact calls indexPeople or indexContacts in the same
 * transaction. It stores the result as JSON text (card.ts), the keys that the person is found by (keys.ts, in
 * every spelling of spellings.ts), and the words of the name for the vocabulary.
 *
 * Searching: parse-query.ts folds the text into words. plan.ts turns them into steps, stretches of keys in the
 * order of the results: exact username, exact matches, whole words, beginnings, nicknames, typos, all words but
 * one, a piece of a word. The vocabulary, which each server keeps in memory (vocabulary.ts), says which words a
 * typed word may stand for. read-keys.ts reads the steps in one statement that stops when the page is full.
 * Typos in usernames, which are too many for memory, are looked up by parts (id-typos.ts). Private contacts are
 * rows of the same index with an owner. The page is a concatenation of stored texts; cursor.ts signs where it
 * ended, and hot-pages.ts shares first pages among visitors for a second.
 */
export interface SearchInput {
  query: string;
  platform: PlatformFilter;
  limit: number;
  cursor?: string | undefined;
}

export interface SearchPage {
  /** A JSON array. */
  body: string;
  next: string | undefined;
}

/** How many results of one query can be paged through. */
const RESULTS_MAX = { visitor: 500, member: 2_000 };
/** A filter that hardly anybody passes ends a page early after this many reads. */
const READS_MAX = 4;
const REFRESH_MS = 2_000;
/** Beginnings this short mostly fill a page, so nothing else is prepared. */
const SHORT_WORD = 4;

interface Options {
  /** False where every search must be computed. */
  isShared?: boolean;
  onError?: (error: unknown) => void;
}

export class PeopleSearch {
  readonly #database: Database;
  readonly #words: VocabularyReader;
  readonly #hotPages = new HotPages<SearchPage>();
  readonly #options: Options;
  #secret: Buffer = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;
  #isStale = false;

  constructor(database: Database, options: Options = {}) {
    this.#database = database;
    this.#words = new VocabularyReader(database.pool);
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#secret = await findSecret(this.#database.db, 'cursor');
    await this.#words.refresh();
    const refresh = () => this.#words.refresh().catch((error) => this.#options.onError?.(error));
    this.#timer = setInterval(refresh, REFRESH_MS).unref();
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** After every write on this server: the next search sees it. */
  markChanged() {
    this.#isStale = true;
    this.#hotPages.clear();
  }

  async search(
    input: SearchInput,
    viewerId: number | undefined,
    options: ReadOptions = {},
  ): Promise<SearchPage> {
    if (this.#isStale) {
      this.#isStale = false;
      await this.#words.refresh();
    }
    const find = () =>
      this.#database.read(({ pool }) => this.#findPage(pool, input, viewerId), options);
    const isShared =
      this.#options.isShared !== false &&
      viewerId === undefined &&
      input.cursor === undefined &&
      options.after === undefined;
    if (!isShared) return find();
    return this.#hotPages.get(`${input.platform} ${input.limit} ${input.query}`, find);
  }

  async #findPage(
    pool: pg.Pool,
    input: SearchInput,
    viewerId: number | undefined,
  ): Promise<SearchPage> {
    const { query, cursor } = input;
    const platform = input.platform === 'all' ? undefined : input.platform;
    const scope: Scope = [query, input.platform, viewerId];
    const from = cursor === undefined ? undefined : unpackCursor(this.#secret, scope, cursor);
    const before = from?.count ?? 0;
    const most = viewerId === undefined ? RESULTS_MAX.visitor : RESULTS_MAX.member;
    const limit = Math.min(input.limit, most - before);
    const page = new Page(pool, limit + 1, platform, viewerId, from);
    const parsed = query === '' ? undefined : parseQuery(query);
    if (query === '') await page.read('likely', everybody());
    else if (parsed) await this.#findPeople(page, parsed, from);

    const shown = page.items.slice(0, limit);
    const last = shown.at(-1);
    const count = before + shown.length;
    const end = page.items.length > limit ? last?.position : page.stoppedAt;
    return {
      body: `[${shown.map(({ card }) => card).join(',')}]`,
      next: end && count < most ? packCursor(this.#secret, scope, { ...end, count }) : undefined,
    };
  }

  async #findPeople(page: Page, query: PeopleQuery, from: Position | undefined): Promise<void> {
    const { vocabulary } = this.#words;
    const [words = []] = query.readings;
    const isOne = isOneWord(query, words);
    const typed = words.join('');
    const exact = exactSteps(query);
    const near = () => nearSteps(query, vocabulary);
    const last = () => lastSteps(query, vocabulary);
    let list = from?.list ?? 'likely';

    if (list === 'likely') {
      if (isOne && typed.length <= SHORT_WORD && !from) {
        await page.read('likely', exact);
        if (page.isFull) return;
      }
      await page.read('likely', [...exact, ...near(), ...(isOne ? [] : last())]);
      if (page.isFull || (!isOne && page.hasBetterThan(TIER.butOneWord))) return;
      if (from && !isOne) return;
    } else if (list !== 'wide') {
      page.listBefore([...exact, ...near()]);
    }
    if (isOne && (list === 'likely' || list === 'ids')) {
      const isLikelyId = /\d|.{8}/u.test(typed);
      if (isLikelyId || page.items.length === 0) await page.readIds(typed);
      if (page.isFull) return;
    }
    if (list === 'likely') {
      list = page.hasBetterThan(TIER.butOneWord) || from ? 'rest' : 'wide';
      if (list === 'wide') page.clear();
    }
    if (list === 'wide') {
      await page.read('wide', [...unlikelySteps(query, vocabulary), ...last()]);
    } else {
      if (from?.list === 'rest') page.leaveOutIds(typed);
      await page.read('rest', last());
    }
  }
}

interface Item {
  card: string;
  tier: number;
  position: Omit<Position, 'count'>;
}

/** One page being filled. */
class Page {
  items: Item[] = [];
  /** Where a filter left the page short, though there may be more. */
  stoppedAt: Omit<Position, 'count'> | undefined;
  readonly #seen = new Set<string>();
  readonly #pool: pg.Pool;
  readonly #want: number;
  readonly #platform: Platform | undefined;
  readonly #bits: number;
  readonly #viewerId: number | undefined;
  #from: Position | undefined;
  readonly #isLater: boolean;
  readonly #before: OwnedStep[] = [];
  #leftOut: string | undefined;

  constructor(
    pool: pg.Pool,
    want: number,
    platform: Platform | undefined,
    viewerId: number | undefined,
    from: Position | undefined,
  ) {
    this.#pool = pool;
    this.#want = want;
    this.#platform = platform;
    this.#bits = platform ? platformBits([platform]) : 0;
    this.#viewerId = viewerId;
    this.#from = from;
    this.#isLater = from !== undefined;
  }

  get isFull(): boolean {
    return this.items.length >= this.#want || this.stoppedAt !== undefined;
  }

  hasBetterThan(tier: number): boolean {
    return this.items.some((item) => item.tier < tier);
  }

  clear() {
    this.items = [];
    this.#seen.clear();
  }

  /** What earlier pages have read, so that nobody is listed twice. */
  listBefore(steps: readonly Step[]) {
    this.#before.push(...this.#withContacts(steps));
  }

  leaveOutIds(typed: string) {
    this.#leftOut = typed;
  }

  /** Reads steps in order until the page is full, on from where the page before ended. */
  async read(list: Position['list'], plan: readonly Step[]): Promise<void> {
    const all = this.#withContacts(plan);
    let steps = all;
    let after: { key: string; id: number } | undefined;
    if (this.#from) {
      const start = startIn(steps, this.#from);
      if (start.isSame) after = this.#from;
      steps = steps.slice(start.at);
      this.#from = undefined;
    }
    await this.#readOn(list, steps, after, all);
    this.#before.push(...all);
  }

  async #readOn(
    list: Position['list'],
    from: OwnedStep[],
    start: { key: string; id: number } | undefined,
    all: readonly OwnedStep[],
  ) {
    let [steps, after] = [from, start];
    for (let reads = 1; steps.length > 0; reads += 1) {
      // A few more than wanted, for people found twice.
      const limit = this.#want - this.items.length + 10;
      const rows = await readSteps(this.#pool, {
        steps,
        after,
        platformBits: this.#bits,
        limit,
        viewerId: this.#viewerId,
        withKeys: this.#isLater,
      });
      for (const row of rows) this.#take(list, steps, row, all);
      const lastRow = rows.at(-1);
      if (this.items.length >= this.#want || !lastRow) return;
      if (rows.length < limit && !lastRow.isCut) return;
      const step = steps[lastRow.step];
      if (reads >= READS_MAX && step) {
        this.stoppedAt = positionOf(list, step, lastRow.key, lastRow.id);
        return;
      }
      steps = steps.slice(lastRow.step);
      after = lastRow;
    }
  }

  #take(
    list: Position['list'],
    steps: readonly OwnedStep[],
    row: Found,
    all: readonly OwnedStep[],
  ) {
    const step = steps[row.step];
    if (!row.fits || !step) return;
    const before = all.slice(0, all.indexOf(step));
    this.#add(row, step.tier, positionOf(list, step, row.key, row.id), before);
  }

  #add(row: Found, tier: number, position: Item['position'], before: readonly OwnedStep[]) {
    const who = `${row.owner} ${row.id}`;
    if (this.#seen.has(who)) return;
    this.#seen.add(who);
    if (this.#isLater && this.#wasListed(row, before)) return;
    const card = this.#platform ? withPlatformFirst(row.card, this.#platform) : row.card;
    this.items.push({ card, tier, position });
  }

  #wasListed({ keys, owner }: Found, before: readonly OwnedStep[]): boolean {
    const own = keys ?? [];
    const isFoundBy = (step: OwnedStep) =>
      step.owner === owner && own.some((key) => isInside(step, key));
    if (this.#before.some(isFoundBy) || before.some(isFoundBy)) return true;
    const leftOut = this.#leftOut;
    return leftOut !== undefined && idsAmong(own).some((id) => isOneEdit(id, leftOut));
  }

  /** People whose username or handle is one typo away: contacts, verified people, the others. */
  async readIds(typed: string): Promise<void> {
    if (!/^[a-z0-9]{4,60}$/.test(typed)) return;
    const { parts, ids } = idGuesses(typed);
    const keys = [...[...parts].map(partKey), ...[...ids].flatMap(idKeys)];
    const owners = this.#viewerId === undefined ? [DIRECTORY] : [this.#viewerId, DIRECTORY];
    const rows = await readKeys(this.#pool, owners, keys, this.#bits);
    const near = rows
      .filter((row) => idsAmong(row.keys ?? []).some((id) => isOneEdit(id, typed)))
      .map((row) => ({ row, place: placeOf(row) }))
      .sort((a, b) => comparePlaces(a.place, b.place));
    const from = this.#from;
    this.#from = undefined;
    for (const { row, place } of near) {
      if (from && comparePlaces(place, [from.tier, from.low, from.id]) <= 0) continue;
      if (this.items.length >= this.#want) return;
      const [tier, low, id] = place;
      const position = { list: 'ids' as const, owner: row.owner, tier, low, key: '', id };
      this.#add(row, TIER.typo, position, []);
    }
  }

  /** In each tier the viewer's contacts come first. */
  #withContacts(plan: readonly Step[]): OwnedStep[] {
    const viewerId = this.#viewerId;
    const steps: OwnedStep[] = [];
    for (let at = 0; at < plan.length; ) {
      const tier = plan[at]?.tier;
      const end = plan.findIndex((step, nth) => nth > at && step.tier !== tier);
      const group = plan.slice(at, end < 0 ? plan.length : end);
      for (const owner of viewerId === undefined ? [DIRECTORY] : [viewerId, DIRECTORY]) {
        for (const step of group) steps.push({ ...step, owner });
      }
      at += group.length;
    }
    return steps;
  }
}

type Place = [owner: number, verified: number, id: number];

/** Contacts first, then verified people, then the oldest. */
function placeOf({ owner, id, keys }: Found): Place {
  return [owner === DIRECTORY ? 1 : 0, keys?.includes('A0') ? 0 : 1, id];
}

const comparePlaces = (a: Place, b: Place) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

const positionOf = (list: Position['list'], step: OwnedStep, key: string, id: number) => ({
  list,
  owner: step.owner,
  tier: step.tier,
  low: hash32(step.low),
  key,
  id,
});

/** Where to go on. A step that is no longer planned, because words were added, is left behind with its tier. */
function startIn(steps: readonly OwnedStep[], from: Position): { at: number; isSame: boolean } {
  const same = steps.findIndex(
    (step) => step.owner === from.owner && step.tier === from.tier && hash32(step.low) === from.low,
  );
  if (same >= 0) return { at: same, isSame: true };
  const next = steps.findIndex(
    (step) => step.tier > from.tier || (step.tier === from.tier && step.owner < from.owner),
  );
  return { at: next < 0 ? steps.length : next, isSame: false };
}
