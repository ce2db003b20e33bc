import type pg from 'pg';
import type { Platform, PlatformFilter } from '#contract/platforms.ts';
import { type Position, packCursor, unpackCursor } from './cursor.ts';
import { indexKeys, keysOf, platformBits } from './keys.ts';
import { matchExactTier, matchNearTier } from './match.ts';
import { findNear } from './near.ts';
import type { OwnContact } from './own-contacts.ts';
import { type Card, type Found, LOWEST_RANK, listPage, type PageRequest } from './page-query.ts';
import { type Form, parseQuery } from './query.ts';
import {
  compareKeys,
  everybodyRanges,
  exactRanges,
  isInside,
  type Range,
  rangeAt,
  TIER,
  type Tier,
} from './ranges.ts';

export interface SearchInput {
  query: string;
  platform: PlatformFilter;
  limit: number;
  cursor?: string | undefined;
  /** The viewer's own: they stand first in every tier, and nobody else sees them. */
  contacts: OwnContact[];
}

export interface SearchPage {
  cards: Card[];
  /** The cursor of the next page, where there is one. */
  next: string | undefined;
}

interface Item {
  position: Position;
  /** Missing at the end of a page that a rare filter could not fill: the next page goes on there. */
  card: Card | undefined;
}

type TieredContact = OwnContact & { tier: Tier };

/** Everything one search needs at every step. */
interface Search {
  pool: pg.Pool;
  bits: number;
  platform: Platform | undefined;
  /** One more than the page holds: it tells whether there is a next page. */
  want: number;
  contacts: OwnContact[];
}

export async function searchPeople(pool: pg.Pool, input: SearchInput): Promise<SearchPage> {
  const { query, limit } = input;
  const platform = input.platform === 'all' ? undefined : input.platform;
  const from =
    input.cursor === undefined ? undefined : unpackCursor(query, input.platform, input.cursor);
  const parsed = parseQuery(query);
  if (parsed.kind === 'nobody') return { cards: [], next: undefined };
  const search: Search = {
    pool,
    bits: platform ? platformBits([platform]) : 0,
    platform,
    want: limit + 1,
    contacts: platform
      ? input.contacts.filter(({ card }) => card.platforms.includes(platform))
      : input.contacts,
  };
  const items =
    parsed.kind === 'everybody'
      ? await listEverybody(search, from)
      : await listMatches(search, parsed.forms, from);
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const isLeftHalfWay = last !== undefined && last.card === undefined;
  return {
    cards: page.flatMap(({ card }) => card ?? []),
    next:
      last && (items.length > limit || isLeftHalfWay)
        ? packCursor(query, input.platform, last.position)
        : undefined,
  };
}

async function listEverybody(search: Search, from: Position | undefined): Promise<Item[]> {
  const ranges = everybodyRanges(search.platform);
  const contacts = search.contacts.map((contact) => ({ ...contact, tier: TIER.words }));
  const found = await readRanges({ ...search, bits: 0 }, { ranges, from, isKept: () => true });
  return merge(found, contacts, 0, from);
}

/** The first reading of the query that finds somebody, with near matches behind the exact ones. */
async function listMatches(
  search: Search,
  forms: Form[],
  from: Position | undefined,
): Promise<Item[]> {
  const tried = forms
    .map((form, at) => ({ form, at }))
    .filter(({ at }) => from === undefined || at === from.form);
  for (const { form, at } of tried) {
    const contacts = search.contacts.flatMap((contact) => {
      const tier = matchExactTier(form, contact.keys);
      return tier === undefined ? [] : [{ ...contact, tier }];
    });
    const exact =
      from && from.tier > TIER.words
        ? []
        : merge(await listExact(search, form, from), contacts, at, from);
    const isLeftHalfWay = exact.length > 0 && exact.at(-1)?.card === undefined;
    if (exact.length >= search.want || isLeftHalfWay) return exact;
    if (exact.length > 0 || from) return [...exact, ...(await listNear(search, form, at, from))];
  }
  for (const { form, at } of tried) {
    const near = await listNear(search, form, at, from);
    if (near.length > 0) return near;
  }
  return [];
}

function listExact(search: Search, form: Form, from: Position | undefined): Promise<Found[]> {
  return readRanges(search, {
    id: form.kind === 'one' ? form.word : undefined,
    ranges: exactRanges(form),
    from,
    isKept: () => true,
  });
}

async function listNear(
  search: Search,
  form: Form,
  at: number,
  from: Position | undefined,
): Promise<Item[]> {
  const near = await findNear(search.pool, form, search.bits);
  const contacts = search.contacts.flatMap((contact) => {
    if (matchExactTier(form, contact.keys) !== undefined) return [];
    const tier = matchNearTier(form, contact.keys);
    return tier === undefined ? [] : [{ ...contact, tier }];
  });
  const seen = new Set(near.ranks);
  const found =
    near.ranks.length === 0 && near.ranges.length === 0
      ? []
      : await readRanges(search, {
          ranks: near.ranks,
          ranges: near.ranges,
          from: from && from.tier > TIER.words ? from : undefined,
          isKept: ({ place, card }) =>
            card === undefined || isFirstNear(form, near.ranges, seen, place, card),
        });
  return merge(found, contacts, at, from);
}

/** Whether a near match was not listed before: in a better tier, or behind another word of theirs. */
function isFirstNear(
  form: Form,
  ranges: Range[],
  seen: Set<number>,
  place: Found['place'],
  card: Card,
): boolean {
  const person = personOf(card);
  const keys = keysOf(person);
  if (matchExactTier(form, keys) !== undefined) return false;
  if (place.tier === TIER.nearId) return true;
  if (seen.has(place.rank)) return false;
  const own = indexKeys(person, keys);
  for (const tier of [TIER.nearOne, TIER.nearTwo]) {
    const inTier = ranges.filter((range) => range.tier === tier);
    const places = own.map((key) => rangeAt(inTier, key)).filter((at) => at >= 0);
    if (places.length > 0) {
      return tier === place.tier && Math.min(...places) === rangeAt(inTier, place.key);
    }
  }
  return false;
}

function personOf(card: Card) {
  const handles = {
    paypal: card.paypalUsername,
    cashapp: card.cashappUsername,
    applepay: card.applepayUsername,
    venmo: card.venmoUsername,
  };
  const accounts = card.platforms.map((platform) => ({
    platform,
    username: handles[platform] ?? '',
  }));
  return { ...card, accounts };
}

interface Reading {
  id?: string | undefined;
  ranks?: number[];
  ranges: Range[];
  from: Position | undefined;
  isKept: (found: Found) => boolean;
}

/** A filter that hardly anybody passes ends a page early after this many reads, not the server's patience. */
const READS_MAX = 4;

/** Reads on from a position until the page is full or nothing is left. */
async function readRanges(search: Search, reading: Reading): Promise<Found[]> {
  const kept: Found[] = [];
  let request: PageRequest | undefined = startAt(search, reading);
  for (let reads = 1; request; reads += 1) {
    const found = await listPage(search.pool, request);
    const halfWay = found.findIndex(({ card }) => card === undefined);
    const read = halfWay === -1 ? found : found.slice(0, halfWay + 1);
    for (const each of read) if (reading.isKept(each)) kept.push(each);
    const last = read.at(-1);
    const isExhausted = halfWay === -1 && found.length < search.want;
    if (isExhausted || !last || kept.length >= search.want) break;
    if (reads >= READS_MAX) return halfWay === -1 ? markHalfWay(kept, last) : kept;
    if (halfWay !== -1) kept.splice(kept.indexOf(last), 1);
    request = goOn(search, reading, last.place);
  }
  return kept;
}

const markHalfWay = (kept: Found[], last: Found): Found[] => [
  ...kept,
  { place: last.place, card: undefined },
];

function startAt(search: Search, reading: Reading): PageRequest {
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
        ranks: tier <= TIER.nearId ? (reading.ranks ?? []) : [],
      },
      ranges,
    );
  }
  return goOn(search, reading, from);
}

function goOn(
  search: Search,
  reading: Reading,
  { tier, key, rank }: { tier: Tier; key: string; rank: number },
): PageRequest {
  const ranks = (reading.ranks ?? []).filter(
    (each) => tier < TIER.nearId || (tier === TIER.nearId && each > rank),
  );
  const isListed = tier === TIER.id || tier === TIER.nearId;
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

function requestFor(search: Search, reading: Omit<Reading, 'from'>, ranges: Range[]): PageRequest {
  return {
    id: reading.id,
    idAfter: LOWEST_RANK,
    ranks: reading.ranks ?? [],
    ranges,
    platformBits: search.bits,
    limit: search.want,
  };
}

/** Own contacts stand first in each tier. */
function merge(
  found: Found[],
  contacts: TieredContact[],
  form: number,
  from: Position | undefined,
): Item[] {
  const waiting = contacts
    .filter(({ tier, card }) => {
      if (!from) return true;
      if (from.contactId === null) return tier > from.tier;
      return tier > from.tier || (tier === from.tier && card.id > from.contactId);
    })
    .sort((a, b) => a.tier - b.tier || a.card.id - b.card.id)
    .map(({ tier, card }) => ({
      position: { form, tier, contactId: card.id, key: '', rank: 0 },
      card,
    }));
  const items: Item[] = [];
  for (const { place, card } of found) {
    while (waiting[0] && waiting[0].position.tier <= place.tier)
      items.push(waiting.shift() as Item);
    items.push({ position: { form, contactId: null, ...place }, card });
    if (card === undefined) return items;
  }
  return [...items, ...waiting];
}
