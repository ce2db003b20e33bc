import type pg from 'pg';
import type { Position } from './cursor.ts';
import { type Found, LOWEST_RANK, listPage, PAGE_MAX, type PageRequest } from './page-query.ts';
import { compareKeys, isInside, type Range, TIER, type Tier } from './ranges.ts';

/** Where a page is read, and how much of it. */
export interface Reader {
  pool: pg.Pool;
  bits: number;
  /** One more than the page holds: it tells whether there is a next page. */
  want: number;
}

export interface Reading {
  /** A username or handle in full. */
  id?: string | undefined;
  /** People found by other means, and the tier that they stand in, before the ranges of the same stage. */
  ranks?: number[];
  ranksTier?: Tier;
  ranges: Range[];
  from: Position | undefined;
  isKept: (found: Found) => boolean;
  /** How many are read beyond the page, where some will not be kept. */
  spare?: number;
}

/** A filter that hardly anybody passes ends a page early after this many reads, not the server's patience. */
const READS_MAX = 4;

/** Reads on from a position until the page is full or nothing is left. */
export async function readRanges(search: Reader, reading: Reading): Promise<Found[]> {
  const kept: Found[] = [];
  let request: PageRequest | undefined = startAt(search, reading);
  for (let reads = 1; request; reads += 1) {
    const found = await listPage(search.pool, request);
    const halfWay = found.findIndex(({ card }) => card === undefined);
    const read = halfWay === -1 ? found : found.slice(0, halfWay + 1);
    for (const each of read) if (reading.isKept(each)) kept.push(each);
    const last = read.at(-1);
    const isExhausted = halfWay === -1 && found.length < request.limit;
    if (isExhausted || !last || kept.length >= search.want) break;
    if (reads >= READS_MAX) return halfWay === -1 ? markHalfWay(kept, last) : kept;
    if (halfWay !== -1) kept.splice(kept.indexOf(last), 1);
    // Not all of what is read on will be kept either.
    const want = Math.min(search.want, 2 * (search.want - kept.length) + 4);
    request = goOn({ ...search, want }, reading, last.place);
  }
  return kept;
}

const markHalfWay = (kept: Found[], last: Found): Found[] => [
  ...kept,
  { ...last, card: undefined },
];

function startAt(search: Reader, reading: Reading): PageRequest {
  const { from } = reading;
  if (!from) return requestFor(search, reading, reading.ranges);
  // Behind a contact all people of its tier are still to come.
  if (from.contactId !== null) {
    const { tier } = from;
    const ranges = reading.ranges.filter((range) => range.tier >= tier);
    return requestFor(
      search,
      {
        ...reading,
        id: tier === TIER.id ? reading.id : undefined,
        ranks: tier <= ranksTierOf(reading) ? (reading.ranks ?? []) : [],
      },
      ranges,
    );
  }
  return goOn(search, reading, from);
}

function goOn(
  search: Reader,
  reading: Reading,
  { tier, key, rank }: { tier: Tier; key: string; rank: number },
): PageRequest {
  const ranksTier = ranksTierOf(reading);
  const ranks = (reading.ranks ?? []).filter(
    (each) => tier < ranksTier || (tier === ranksTier && each > rank),
  );
  const isListed = tier === TIER.id || tier === ranksTier;
  const ranges = reading.ranges.filter(
    (range) =>
      range.tier > tier || (range.tier === tier && !isListed && compareKeys(range.high, key) > 0),
  );
  const first = ranges[0];
  const isInFirst = first !== undefined && first.tier === tier && isInside(first, key);
  return {
    ...requestFor(
      search,
      { ...reading, ranks, id: tier === TIER.id ? reading.id : undefined },
      ranges,
    ),
    idAfter: rank,
    after: isInFirst ? { key, rank } : undefined,
  };
}

const ranksTierOf = ({ ranksTier }: Pick<Reading, 'ranksTier'>) => ranksTier ?? TIER.nearId;

function requestFor(search: Reader, reading: Omit<Reading, 'from'>, ranges: Range[]): PageRequest {
  return {
    id: reading.id,
    idAfter: LOWEST_RANK,
    ranks: reading.ranks ?? [],
    ranksTier: ranksTierOf(reading),
    ranges,
    platformBits: search.bits,
    limit: Math.min(PAGE_MAX, search.want + (reading.spare ?? 0)),
  };
}
