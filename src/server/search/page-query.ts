import type pg from 'pg';
import type { SearchResult } from '#contract/directory.ts';
import { PLATFORMS, type Platform } from '#contract/platforms.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
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
const PAGE_MAX = 51;

/** A filter that few people pass may read this far before it hands back what it has. */
const FILTERED_READ = 4_000;

/**
 * One statement a page, prepared once a connection. The lateral join reads the stretches one after
 * the other and stops when the page is full, so its cost is that of the page.
 */
function statement(isFiltered: boolean): string {
  const stretch = isFiltered
    ? `SELECT key, rank, platforms & $8 <> 0 AS fits FROM (
         SELECT key, rank, platforms, row_number() OVER (ORDER BY key, rank) AS nth FROM (
           SELECT key, rank, platforms FROM search_keys
           WHERE (key, rank) > (range.low, range.after) AND key < range.high
             AND right(key, 1) < range.repeats
           ORDER BY key, rank LIMIT ${FILTERED_READ}
         ) AS read
       ) AS numbered
       WHERE platforms & $8 <> 0 OR nth = ${FILTERED_READ}
       ORDER BY key, rank LIMIT ${PAGE_MAX}`
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
        (SELECT 0 AS source, 0 AS range, id AS key, rank, true AS fits FROM search_ids
         WHERE id = $1 AND rank > $2 ${isFiltered ? 'AND platforms & $8 <> 0' : ''}
         ORDER BY rank LIMIT $7)
        UNION ALL
        (SELECT 1, given.nth::int, '', given.rank, true
         FROM unnest($3::int[]) WITH ORDINALITY AS given (rank, nth))
        UNION ALL
        (SELECT 2, range.nth::int, found.key, found.rank, found.fits
         FROM unnest($4::text[], $5::int[], $6::text[], $9::text[])
           WITH ORDINALITY AS range (low, after, high, repeats, nth)
         CROSS JOIN LATERAL (${stretch}) AS found
         LIMIT $7)
      ) AS sources
      ORDER BY source, range, key COLLATE "C", rank
      LIMIT $7
    ) AS page
    CROSS JOIN LATERAL (SELECT * FROM users WHERE id = page.rank & 2147483647 LIMIT 1) AS u
    ORDER BY page.source, page.range, page.key COLLATE "C", page.rank`;
}
const STATEMENTS = { all: statement(false), filtered: statement(true) };

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
  const { after, platformBits, limit } = request;
  const ranges = atLeastTen(request.ranges);
  const isFiltered = platformBits !== 0;
  const { rows } = await pool.query<Row>({
    name: isFiltered ? 'search-page-filtered' : 'search-page',
    text: isFiltered ? STATEMENTS.filtered : STATEMENTS.all,
    rowMode: 'array',
    values: [
      request.id ?? '',
      request.idAfter ?? LOWEST_RANK,
      request.ranks.slice(0, limit),
      ranges.map(({ low }, at) => (at === 0 && after ? after.key : low)),
      ranges.map((_, at) => (at === 0 && after ? after.rank : LOWEST_RANK)),
      ranges.map(({ high }) => high),
      limit,
      platformBits,
      ranges.map(({ repeats }) => repeats),
    ],
  });
  return rows.map((row) => {
    const [source, range, key, rank, fits] = row;
    const listed = source === 0 ? TIER.id : request.ranksTier;
    const tier = source === 2 ? (ranges[range - 1]?.tier ?? TIER.words) : listed;
    return { place: { tier, key, rank }, card: fits || !isFiltered ? cardOf(row) : undefined };
  });
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
