import type pg from 'pg';
import type { SearchResult } from '#contract/directory.ts';
import { PLATFORMS, type Platform } from '#contract/platforms.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import { type NearRow, nearStatement } from './near.ts';
import type { Range, Tier } from './ranges.ts';
import { TIER } from './ranges.ts';

/** Where in the order of results somebody stands. */
export interface Place {
  tier: Tier;
  key: string;
  rank: number;
}

/** Built field by field: an answer says nothing it should not. */
export type Card = SearchResult;

export interface Found {
  place: Place;
  /** Which of the ranges that were asked for it stands in; -1 for none of them. */
  range: number;
  /** Missing where a filtered stretch was left half way: go on from here. */
  card: Card | undefined;
}

export interface PageRequest {
  /** A username or handle in full, with the rank to go on behind. */
  id?: string | undefined;
  idAfter?: number | undefined;
  /** People found by other means, in their order. */
  ranks: number[];
  ranksTier: Tier;
  ranges: Range[];
  /** Where to go on inside the first range. */
  after?: { key: string; rank: number } | undefined;
  platformBits: number;
  limit: number;
}

export const LOWEST_RANK = -(2 ** 31);

/** The longest page, and one more. A number in the statement tells the planner how little is read. */
export const PAGE_MAX = 51;

/** A filter that few people pass may read this far before it hands back what it has. */
const FILTERED_READ = 4_000;

/** Where a row comes from. */
const SOURCE = { id: 0, ranks: 1, ranges: 2, likely: 3, near: 4 } as const;
const PAGE_PARAMETERS = 9;

/**
 * One statement a page, prepared once a connection. The lateral join reads the stretches one after
 * the other and stops when the page is full, so its cost is that of the page.
 */
function pageStatement(isFiltered: boolean, moreSources = ''): string {
  const stretch = isFiltered
    ? `SELECT key, rank, told.fits FROM (
         SELECT key, rank, platforms, row_number() OVER (ORDER BY key, rank) AS nth FROM (
           SELECT key, rank, platforms FROM search_keys
           WHERE (key, rank) > (range.low, range.after) AND key < range.high
             AND right(key, 1) < range.repeats
           ORDER BY key, rank LIMIT ${FILTERED_READ}
         ) AS read
       ) AS numbered
       -- Where reading stops, somebody who fits is told first, and then that it stopped behind them.
       CROSS JOIN (VALUES (true), (false)) AS told (fits)
       WHERE CASE WHEN told.fits THEN platforms & $8 <> 0 ELSE nth = ${FILTERED_READ} END
       ORDER BY key, rank, told.fits DESC LIMIT ${PAGE_MAX}`
    : `SELECT key, rank, $8::int = 0 AS fits FROM search_keys
       WHERE (key, rank) > (range.low, range.after) AND key < range.high
         AND right(key, 1) < range.repeats
       ORDER BY key, rank LIMIT ${PAGE_MAX}`;
  return `
    SELECT page.source, page.range, page.key, page.rank, page.fits,
      u.username, u.name, u.screen_name, u.profile_image_hash, u.phone_number, u.website_url,
      (SELECT string_agg(coalesce(a.position, 99) || ' ' || a.platform || ' ' || a.username, chr(10))
       FROM payment_accounts a WHERE a.user_id = page.rank & 2147483647) AS accounts
    FROM (
      SELECT * FROM (
        (SELECT ${SOURCE.id} AS source, 0 AS range, id AS key, rank, true AS fits FROM search_ids
         WHERE id = $1 AND rank > $2 ${isFiltered ? 'AND platforms & $8 <> 0' : ''}
         ORDER BY rank LIMIT $7)
        UNION ALL
        (SELECT ${SOURCE.ranks}, given.nth::int, '', given.rank, true
         FROM unnest($3::int[]) WITH ORDINALITY AS given (rank, nth))
        UNION ALL
        (SELECT ${SOURCE.ranges}, range.nth::int, found.key, found.rank, found.fits
         FROM unnest($4::text[], $5::int[], $6::text[], $9::text[])
           WITH ORDINALITY AS range (low, after, high, repeats, nth)
         CROSS JOIN LATERAL (${stretch}) AS found
         LIMIT $7)
        ${moreSources}
      ) AS sources
      ORDER BY source, range, key COLLATE "C", rank, fits DESC
      LIMIT $7
    ) AS page
    CROSS JOIN LATERAL (SELECT * FROM users WHERE id = page.rank & 2147483647 LIMIT 1) AS u
    ORDER BY page.source, page.range, page.key COLLATE "C", page.rank, page.fits DESC`;
}
const STATEMENTS = {
  'search-page': pageStatement(false),
  'search-page-filtered': pageStatement(true),
  'search-page-near': pageAndNearStatement(),
};

/**
 * Everybody's page, and behind it what may have been meant: its kind stands where the username is. Most
 * typos leave a handful of candidates, whose cards come along; others cost one more page.
 */
function pageAndNearStatement(): string {
  const likely = `
    UNION ALL
    (SELECT ${SOURCE.likely}, 0, '', likely.rank, true FROM (
       SELECT DISTINCT rank FROM near WHERE kind = 'id' ORDER BY rank LIMIT 8) AS likely)`;
  return `
    WITH near AS MATERIALIZED (${nearStatement(PAGE_PARAMETERS)})
    (${pageStatement(false, likely)})
    UNION ALL
    SELECT ${SOURCE.near}, 0, word, rank, true, kind, NULL, NULL, NULL, NULL, NULL, NULL FROM near`;
}

type Row = [
  source: number,
  range: number,
  key: string,
  rank: number,
  fits: boolean,
  username: string | null,
  name: string,
  screenName: string | null,
  imageHash: string | null,
  phoneNumber: string | null,
  websiteUrl: string | null,
  accounts: string | null,
];

/**
 * PostgreSQL plans for ten stretches where it does not know how many there are. With never fewer, the
 * plan made once never looks worse than planning each time, which would cost more than the page.
 */
function atLeastTen(ranges: Range[]): Range[] {
  const missing = Math.max(0, 10 - ranges.length);
  return [...ranges, ...Array.from({ length: missing }, () => NOWHERE)];
}
const NOWHERE: Range = { tier: TIER.words, low: 'Z', high: 'Z', repeats: '' };

export async function listPage(pool: pg.Pool, request: PageRequest): Promise<Found[]> {
  const name = request.platformBits === 0 ? 'search-page' : 'search-page-filtered';
  return (await ask(pool, name, pageValues(request))).map((row) => foundIn(request, row));
}

export interface PageAndNear {
  page: Found[];
  /** What may have been meant instead. */
  near: NearRow[];
  /** The cards of some of them, by rank. */
  cards: Map<number, Card>;
}

/** A page and, in the same breath, what may have been meant instead. Without a filter only. */
export async function listPageAndNear(
  pool: pg.Pool,
  request: PageRequest,
  nearValues: readonly unknown[],
): Promise<PageAndNear> {
  const answer: PageAndNear = { page: [], near: [], cards: new Map() };
  for (const row of await ask(pool, 'search-page-near', [...pageValues(request), ...nearValues])) {
    const [source, , key, rank, , kind] = row;
    if (source === SOURCE.near) answer.near.push([kind as NearRow[0], key, rank]);
    else if (source === SOURCE.likely) answer.cards.set(rank, cardOf(row));
    else answer.page.push(foundIn(request, row));
  }
  return answer;
}

async function ask(pool: pg.Pool, name: keyof typeof STATEMENTS, values: unknown[]) {
  const text = STATEMENTS[name];
  return (await pool.query<Row>({ name, text, rowMode: 'array', values })).rows;
}

function pageValues(request: PageRequest): unknown[] {
  const { after, limit } = request;
  const ranges = atLeastTen(request.ranges);
  return [
    request.id ?? '',
    request.idAfter ?? LOWEST_RANK,
    request.ranks.slice(0, limit),
    ranges.map(({ low }, at) => (at === 0 && after ? after.key : low)),
    ranges.map((_, at) => (at === 0 && after ? after.rank : LOWEST_RANK)),
    ranges.map(({ high }) => high),
    limit,
    request.platformBits,
    ranges.map(({ repeats }) => repeats),
  ];
}

function foundIn({ ranges, ranksTier, platformBits }: PageRequest, row: Row): Found {
  const [source, range, key, rank, fits] = row;
  const listed = source === SOURCE.id ? TIER.id : ranksTier;
  const tier = source === SOURCE.ranges ? (ranges[range - 1]?.tier ?? TIER.words) : listed;
  return {
    place: { tier, key, rank },
    range: source === SOURCE.ranges ? range - 1 : -1,
    card: fits || platformBits === 0 ? cardOf(row) : undefined,
  };
}

/** Lines of 'position platform handle', as the statement packs them. */
function readAccounts(packed: string | null) {
  const handles: Partial<Record<Platform, string>> = {};
  if (packed === null) return { platforms: [], handles };
  const accounts = packed.split('\n').map((line) => {
    const [position = '', platform = ''] = line.split(' ', 2);
    const handle = line.slice(position.length + platform.length + 2);
    handles[platform as Platform] = handle;
    return { platform: platform as Platform, position: Number(position) };
  });
  if (accounts.length > 1) {
    accounts.sort(
      (a, b) =>
        a.position - b.position || PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform),
    );
  }
  return { platforms: accounts.map(({ platform }) => platform), handles };
}

function cardOf(row: Row): Card {
  const [, , , rank, , username, name, screenName, imageHash, phoneNumber, websiteUrl, accounts] =
    row;
  const id = rank & 0x7fffffff;
  const { platforms, handles } = readAccounts(accounts);
  return {
    id,
    username,
    name,
    screenName,
    profileImage: avatarPath(id, imageHash),
    phoneNumber,
    websiteUrl,
    isVerified: rank < 0,
    isContact: false,
    contactOwner: false,
    platforms,
    paypalUsername: handles.paypal ?? null,
    cashappUsername: handles.cashapp ?? null,
    applepayUsername: handles.applepay ?? null,
    venmoUsername: handles.venmo ?? null,
  };
}
