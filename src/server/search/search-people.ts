import type pg from 'pg';
import type { Platform, PlatformFilter } from '#contract/platforms.ts';
import { type Position, packCursor, unpackCursor } from './cursor.ts';
import { keysOf, type PersonKeys, platformBits } from './keys.ts';
import { lookAhead } from './look-ahead.ts';
import { matchExactTier, matchNearTier } from './match.ts';
import type { Slips } from './near.ts';
import { type KnownNear, listNearPeople, personOf } from './near-people.ts';
import type { OwnContact } from './own-contacts.ts';
import type { Card, Found } from './page-query.ts';
import { type Form, type ParsedQuery, parseQuery } from './query.ts';
import { everybodyRanges, exactRanges, TIER, type Tier } from './ranges.ts';
import { type Reader, readRanges } from './read-ranges.ts';

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
interface Search extends Reader {
  platform: Platform | undefined;
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
      : await listMatches(search, parsed, from);
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

/** Near matches stand behind the exact ones of the reading that finds somebody. */
async function listMatches(
  search: Search,
  { forms, isBoth }: Extract<ParsedQuery, { kind: 'people' }>,
  from: Position | undefined,
): Promise<Item[]> {
  const [first, second] = forms;
  if (isBoth && second) return listBoth(search, first, second, from);
  const tried = forms
    .map((form, at) => ({ form, at }))
    .filter(({ at }) => from === undefined || at === from.form);
  const ahead = from ? undefined : await lookAhead(search, forms);
  for (const { form, at } of tried) {
    if (from && from.tier >= TIER.farId) return listNear(search, form, at, 2, from);
    const exact =
      from && from.tier > TIER.words
        ? []
        : await listExact(search, form, at, from, { found: ahead?.found[at] });
    if (isFull(search, exact)) return exact;
    if (exact.length > 0 || from) {
      return [...exact, ...(await listNear(search, form, at, 1, from, ahead?.near[at]))];
    }
  }
  for (const slips of [1, 2] as const) {
    for (const { form, at } of tried) {
      const known = slips === 1 ? ahead?.near[at] : undefined;
      const near = await listNear(search, form, at, slips, from, known);
      if (near.length > 0) return near;
    }
  }
  return [];
}

/** Names that some write with a gap and others without: both readings, then near matches. */
async function listBoth(
  search: Search,
  first: Form,
  second: Form,
  from: Position | undefined,
): Promise<Item[]> {
  const isNear = from !== undefined && from.tier > TIER.words;
  const items: Item[] = [];
  if (!isNear && from?.form !== 1) items.push(...(await listExact(search, first, 0, from)));
  if (!isNear && !isFull(search, items)) {
    const goOn = from?.form === 1 ? from : undefined;
    items.push(...(await listExact(search, second, 1, goOn, { except: first })));
  }
  if (isFull(search, items)) return items;
  return [...items, ...(await listNear(search, first, 0, 1, isNear ? from : undefined))];
}

/** Whether a page can end here: it has enough, or a filter stopped it half way. */
function isFull(search: Search, items: Item[]): boolean {
  return items.length >= search.want || (items.length > 0 && items.at(-1)?.card === undefined);
}

/** `except` leaves out whoever that other reading found; `found` are those whom a look ahead found. */
async function listExact(
  search: Search,
  form: Form,
  at: number,
  from: Position | undefined,
  { except, found }: { except?: Form; found?: Found[] | undefined } = {},
): Promise<Item[]> {
  const isNew = (keys: PersonKeys) => !except || matchExactTier(except, keys) === undefined;
  const contacts = search.contacts.flatMap((contact) => {
    const tier = matchExactTier(form, contact.keys);
    return tier === undefined || !isNew(contact.keys) ? [] : [{ ...contact, tier }];
  });
  const people =
    found ??
    (await readRanges(search, {
      id: form.kind === 'one' ? form.word : undefined,
      ranges: exactRanges(form),
      from,
      isKept: ({ card }) => !except || !card || isNew(keysOf(personOf(card))),
    }));
  return merge(people, contacts, at, from);
}

async function listNear(
  search: Search,
  form: Form,
  at: number,
  slips: Slips,
  from: Position | undefined,
  known?: KnownNear,
): Promise<Item[]> {
  const contacts = search.contacts.flatMap((contact) => {
    if (matchExactTier(form, contact.keys) !== undefined) return [];
    const tier = matchNearTier(form, contact.keys);
    const isOfStage = tier !== undefined && tier >= TIER.farId === (slips === 2);
    return isOfStage ? [{ ...contact, tier }] : [];
  });
  const found = await listNearPeople(search, form, slips, from, known);
  return merge(found, contacts, at, from);
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
