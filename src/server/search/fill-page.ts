import type pg from 'pg';
import type { Platform } from '#contract/platforms.ts';
import { withPlatformFirst } from './card.ts';
import type { Position } from './cursor.ts';
import { hash32, isOneEdit } from './edits.ts';
import { DIRECTORY, idsAmong, isInside, platformBits } from './keys.ts';
import type { Step } from './plan.ts';
import { type Found, type OwnedStep, readSteps } from './read-keys.ts';

/** A statement that a filter left short is followed by others, but not for ever. */
const READS_MAX = 4;
/** Read beyond the page, for people who are found twice. */
const SPARE_ROWS = 12;

type Place = Omit<Position, 'count'>;
type Start = { steps: OwnedStep[]; after?: { key: string; id: number } };

interface Item {
  card: string;
  tier: number;
  place: Place;
}

/** One page of results being filled. */
export class Page {
  items: Item[] = [];
  /** Where reading stopped before the page was full, though there may be more. */
  stoppedAt: Place | undefined;
  readonly #pool: pg.Pool;
  readonly #want: number;
  readonly #platform: Platform | undefined;
  readonly #viewerId: number | undefined;
  readonly #from: Position | undefined;
  #seen = new Set<string>();

  constructor(
    pool: pg.Pool,
    options: {
      want: number;
      platform: Platform | undefined;
      viewerId: number | undefined;
      from: Position | undefined;
    },
  ) {
    this.#pool = pool;
    this.#want = options.want;
    this.#platform = options.platform;
    this.#viewerId = options.viewerId;
    this.#from = options.from;
  }

  get isFull(): boolean {
    return this.items.length >= this.#want || this.stoppedAt !== undefined;
  }

  clear() {
    this.items = [];
    this.stoppedAt = undefined;
    this.#seen = new Set();
  }

  /** Reads steps in order until the page is full; on a later page, from where the page before ended. */
  async read(plan: readonly Step[], isWide = false): Promise<void> {
    const all = this.#withContacts(plan);
    let { steps, after }: Start = this.#from ? goOn(all, this.#from) : { steps: all };
    for (let reads = 1; steps.length > 0; reads += 1) {
      const limit = this.#want - this.items.length + SPARE_ROWS;
      const rows = await readSteps(this.#pool, {
        steps,
        after,
        platformBits: this.#platform ? platformBits([this.#platform]) : 0,
        limit,
        viewerId: this.#viewerId,
        withKeys: this.#from !== undefined,
      });
      for (const row of rows) {
        const step = steps[row.step];
        if (!step || !row.fits || !this.#isNew(row, step, all)) continue;
        const card = this.#platform ? withPlatformFirst(row.card, this.#platform) : row.card;
        this.items.push({ card, tier: step.tier, place: placeOf(step, row, isWide) });
      }
      const last = rows.at(-1);
      const step = last && steps[last.step];
      if (!step || this.items.length >= this.#want) return;
      if (rows.length < limit && !last.isCut) return;
      if (reads >= READS_MAX) {
        this.stoppedAt = placeOf(step, last, isWide);
        return;
      }
      [steps, after] = [steps.slice(last.step), last];
    }
  }

  /** Whether the person was not listed yet, by this page or an earlier one. */
  #isNew(row: Found, step: OwnedStep, all: readonly OwnedStep[]): boolean {
    const who = `${step.owner} ${row.id}`;
    if (this.#seen.has(who) || !passes(step, row.keys)) return false;
    this.#seen.add(who);
    if (!this.#from) return true;
    const keys = row.keys ?? [];
    return !all
      .slice(0, all.indexOf(step))
      .some(
        (before) =>
          before.owner === step.owner &&
          keys.some((key) => isInside(before, key)) &&
          passes(before, keys),
      );
  }

  /** In each tier the viewer's contacts come first. */
  #withContacts(plan: readonly Step[]): OwnedStep[] {
    const directory = plan.map((step) => ({ ...step, owner: DIRECTORY }));
    const viewerId = this.#viewerId;
    if (viewerId === undefined) return directory;
    const contacts = plan.map((step) => ({ ...step, owner: viewerId }));
    return [...contacts, ...directory].sort((a, b) => a.tier - b.tier);
  }
}

/** Parts of usernames are indexed by hashes, so what they find is compared. */
function passes({ nearId }: Step, keys: string[] | null): boolean {
  return nearId === undefined || idsAmong(keys ?? []).some((id) => isOneEdit(id, nearId));
}

const placeOf = (step: OwnedStep, { key, id }: Found, isWide: boolean): Place => ({
  isWide,
  owner: step.owner,
  tier: step.tier,
  low: hash32(step.low),
  key,
  id,
});

/** A step that is no longer planned, because words were added, is left behind with the rest of its tier. */
function goOn(steps: OwnedStep[], from: Position): Start {
  const same = steps.findIndex(
    ({ owner, tier, low }) =>
      owner === from.owner && tier === from.tier && hash32(low) === from.low,
  );
  if (same >= 0) return { steps: steps.slice(same), after: from };
  return { steps: steps.filter(({ tier }) => tier > from.tier) };
}
