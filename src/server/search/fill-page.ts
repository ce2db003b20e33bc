import type pg from 'pg';
import type { Platform } from '#contract/platforms/registry.ts';
import { completeCard, idsOnCard, withPlatformFirst } from '#server/cards/read-card.ts';
import { hash32, isOneEdit } from '#server/lib/edits.ts';
import { idsOf, isInside, ownedRange, platformBits } from './keys.ts';
import { type Step, TIER } from './plan.ts';
import { type Found, readSteps } from './read-keys.ts';

/** Statements per page: a platform filter may leave too few of the rows of one. */
const READS_MAX = 4;
/** How many weak matches (all words but one, or part of a word) a list with better matches shows. */
const WEAK_MAX = 10;
/** Rows per statement where most of them will be dropped. */
const LONG_READ = 100;
/** Extra rows per statement, because some people are found twice. */
const SPARE_ROWS = 6;

/** Where a page ended. */
export interface Position {
  /** Whether the search included unlikely guesses. */
  isWide: boolean;
  /** The step it ended in, known by its owner, its tier and a hash of its bounds. */
  owner: number;
  tier: number;
  step: number;
  /** The last result. */
  key: string;
  id: number;
  /** Results so far. */
  count: number;
}

type Place = Omit<Position, 'count'>;
type Start = { steps: Step[]; after?: { key: string; id: number } };

interface Item {
  card: string;
  tier: number;
  id: number;
  /** Only the last one of a page is needed. */
  place: () => Place;
}

interface Search {
  pool: pg.Pool;
  /** One more than the page holds if there is a next page. */
  want: number;
  platform: Platform | undefined;
  viewerId: number | undefined;
  from: Position | undefined;
}

/** One page of results being filled. */
export class Page {
  items: Item[] = [];
  /** Where reading stopped before the page was full, though there may be more. */
  stoppedAt: Place | undefined;
  readonly #search: Search;
  #seen = new Set<string>();
  #weak = 0;

  constructor(search: Search) {
    this.#search = search;
  }

  get isFull(): boolean {
    return this.items.length >= this.#search.want || this.stoppedAt !== undefined;
  }

  clear() {
    this.items = [];
    this.stoppedAt = undefined;
    this.#weak = 0;
    this.#seen = new Set();
  }

  /** Reads steps in order until the page is full; on a later page, from where the page before ended. */
  async read(plan: readonly Step[], isWide = false): Promise<void> {
    const { pool, want, platform, viewerId, from } = this.#search;
    const all = withContacts(plan, viewerId);
    let { steps, after }: Start = from ? resumeAt(all, from) : { steps: all };
    const isWeak = (step: { tier: number }) => !isWide && !isStrong(step);
    let areAllWeak = from !== undefined && isWeak(from);
    const isListed = areAllWeak && from ? isUpTo(steps, from) : () => false;
    let isLong = areAllWeak;
    const reader = { isMember: viewerId !== undefined, now: Date.now() };
    for (let reads = 1; steps.length > 0; reads += 1) {
      const limit = isLong ? LONG_READ : want - this.items.length + SPARE_ROWS;
      const rows = await readSteps(pool, {
        steps,
        after,
        platformBits: platform ? platformBits([platform]) : 0,
        limit,
        viewerId,
        hasKeys: from !== undefined,
      });
      for (const row of rows) {
        const step = steps[row.step];
        if (!step || !row.fits || !this.#isNew(row, step, all, isWide)) continue;
        const complete = completeCard(row, reader);
        const card = platform ? withPlatformFirst(complete, platform) : complete;
        if (isWeak(step)) {
          if (this.#weak >= WEAK_MAX) break;
          this.#weak += 1;
        }
        const place = () => placeOf(step, row, isWide);
        if (!isListed(row)) this.items.push({ card, tier: step.tier, id: row.id, place });
      }
      const last = rows.at(-1);
      const step = last && steps[last.step];
      if (!step || this.items.length >= want || this.#weak >= WEAK_MAX) return;
      if (areAllWeak || (rows.length < limit && !last.isCut)) return;
      areAllWeak = isWeak(step);
      if (reads >= READS_MAX && !areAllWeak) {
        this.stoppedAt = placeOf(step, last, isWide);
        return;
      }
      // Most of those who are found by a part of a username are not meant.
      isLong = areAllWeak || step.nearId !== undefined;
      // Weak matches are read from the first one, so that pages of any length list the same.
      if (areAllWeak) [steps, after] = [steps.filter(isWeak), undefined];
      else [steps, after] = [steps.slice(last.step), last];
    }
  }

  /** Whether the person was not listed yet, by this page or an earlier one. */
  #isNew(row: Found, step: Step, all: readonly Step[], isWide: boolean): boolean {
    const who = `${step.owner} ${row.id}`;
    if (this.#seen.has(who) || !passes(step, row.card)) return false;
    this.#seen.add(who);
    if (!this.#search.from) return true;
    const keys = row.keys.split(',');
    const listed = all
      .slice(0, all.indexOf(step))
      .filter((before) => before.owner === step.owner && (isWide || isStrong(before)));
    return !listed.some(
      (before) => keys.some((key) => isInside(before, key)) && passes(before, row.card),
    );
  }
}

/** In each tier the viewer's contacts come first. */
function withContacts(plan: readonly Step[], viewerId: number | undefined): Step[] {
  // Several spellings of a query may lead to the same word.
  const known = new Set<string>();
  const unique = plan.filter(({ low, high }) => known.size < known.add(low + high).size);
  if (viewerId === undefined) return unique;
  const contacts = unique.map((step) => ownedRange(step, viewerId));
  return [...contacts, ...unique].sort((a, b) => a.tier - b.tier);
}

/** Parts of usernames are indexed by hashes, so what they find is compared. */
function passes({ nearId }: Step, card: string): boolean {
  return nearId === undefined || [...idsOf(idsOnCard(card))].some((id) => isOneEdit(id, nearId));
}

const isStrong = ({ tier }: { tier: number }) => tier < TIER.withoutOneWord;

const placeOf = (step: Step, { key, id }: Found, isWide: boolean) => ({
  isWide,
  owner: step.owner,
  tier: step.tier,
  step: hash32(step.low + step.high),
  key,
  id,
});

/** Whether a row of these steps was on an earlier page. */
function isUpTo(steps: readonly Step[], from: Position) {
  const at = steps.findIndex(({ low, high }) => hash32(low + high) === from.step);
  return ({ step, key, id }: Found) =>
    step < at || (step === at && (key < from.key || (key === from.key && id <= from.id)));
}

/** A step that is no longer planned, because words were added, is left behind with the rest of its tier. */
function resumeAt(steps: Step[], from: Position): Start {
  if (!from.isWide && !isStrong(from)) return { steps: steps.filter((step) => !isStrong(step)) };
  const same = steps.findIndex(
    ({ owner, tier, low, high }) =>
      owner === from.owner && tier === from.tier && hash32(low + high) === from.step,
  );
  if (same >= 0) return { steps: steps.slice(same), after: from };
  return { steps: steps.filter(({ tier }) => tier > from.tier) };
}
