import type pg from 'pg';
import type { Step } from './plan.ts';

/** The directory's owner; private contacts belong to a member. */
export const DIRECTORY = 0;

/** A stretch of the keys of one owner. */
export interface OwnedStep extends Step {
  owner: number;
}

export interface Found {
  /** Which of the steps it was found in. */
  step: number;
  owner: number;
  key: string;
  id: number;
  /** False where the filter leaves the person out. */
  fits: boolean;
  /** The read ended here because it was long, though there may be more. */
  isCut: boolean;
  card: string;
  /** Everything the person is found by, where it was asked for. */
  keys: string[] | null;
}

export interface Reading {
  steps: readonly OwnedStep[];
  /** Where to go on inside the first step. */
  after?: { key: string; id: number } | undefined;
  platformBits: number;
  limit: number;
  /** Whose contacts are among the steps. */
  viewerId: number | undefined;
  withKeys: boolean;
}

/** No search reads more of the index than this at once. */
const ROWS_MAX = 4_000;

/**
 * Reads the stretches one after the other and stops when the page is full, so the cost is that of the page.
 * LATERAL with LIMIT leaves the planner no other way, and the rows come in order. A member without contacts
 * does not pay for stretches of contacts.
 */
const STATEMENT = `
  SELECT page.nth, page.owner, page.key, page.id, page.fits, page.read = ${ROWS_MAX}, person.card,
    CASE WHEN $9::bool THEN person.keys END
  FROM (
    SELECT nth, owner, key, id, is_first AND ($7::int = 0 OR platforms & $7 <> 0) AS fits, row_number() OVER () AS read
    FROM (
      SELECT step.nth::int, step.owner, found.key, found.id, found.platforms, found.shared < step.prefix AS is_first
      FROM unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::int[])
        WITH ORDINALITY AS step (owner, low, after, high, prefix, nth)
      CROSS JOIN LATERAL (
        SELECT key, id, platforms, shared FROM search_keys
        WHERE owner = step.owner AND (key, id) > (step.low, step.after) AND key < step.high
        ORDER BY key, id LIMIT ${ROWS_MAX}
      ) AS found
      WHERE step.owner = ${DIRECTORY} OR (SELECT EXISTS (SELECT FROM contacts WHERE user_id = $8::int))
      LIMIT ${ROWS_MAX}
    ) AS rows
  ) AS page
  CROSS JOIN LATERAL (
    SELECT card, keys FROM search_people WHERE owner = page.owner AND id = page.id LIMIT 1
  ) AS person
  WHERE page.fits OR page.read = ${ROWS_MAX}
  LIMIT $6`;

type Row = [number, number, string, number, boolean, boolean, string, string[] | null];

const foundIn = ([nth, owner, key, id, fits, isCut, card, keys]: Row): Found => ({
  step: nth - 1,
  owner,
  key,
  id,
  fits,
  isCut,
  card,
  keys,
});

/**
 * PostgreSQL plans for ten stretches where it does not know how many there are. With never fewer, the plan made
 * once never looks worse than planning each time, which would cost more than the page.
 */
const STEPS_MIN = 10;
const LOWEST_ID = -1;

export async function readSteps(pool: pg.Pool, reading: Reading): Promise<Found[]> {
  const { steps, after } = reading;
  const owners: number[] = [];
  const lows: string[] = [];
  const afters: number[] = [];
  const highs: string[] = [];
  const prefixes: number[] = [];
  for (const { owner, low, high, prefix } of steps) {
    owners.push(owner);
    lows.push(low);
    afters.push(LOWEST_ID);
    highs.push(high);
    prefixes.push(prefix);
  }
  if (after) {
    lows[0] = after.key;
    afters[0] = after.id;
  }
  while (owners.length < STEPS_MIN) {
    owners.push(DIRECTORY);
    lows.push('~');
    afters.push(LOWEST_ID);
    highs.push('');
    prefixes.push(0);
  }
  const { rows } = await pool.query<Row>({
    name: 'search-steps',
    text: STATEMENT,
    rowMode: 'array',
    values: [
      owners,
      lows,
      afters,
      highs,
      prefixes,
      reading.limit,
      reading.platformBits,
      reading.viewerId ?? DIRECTORY,
      reading.withKeys,
    ],
  });
  return rows.map(foundIn);
}

const EXACT_ROWS_MAX = 200;

const EXACT_STATEMENT = `
  SELECT 1, found.owner, found.key, found.id, true, false, person.card, person.keys
  FROM (
    SELECT owner, key, id FROM search_keys
    WHERE owner = ANY($1::int[]) AND key = ANY($2::text[]) AND ($3::int = 0 OR platforms & $3 <> 0)
    LIMIT ${EXACT_ROWS_MAX}
  ) AS found
  CROSS JOIN LATERAL (
    SELECT card, keys FROM search_people WHERE owner = found.owner AND id = found.id LIMIT 1
  ) AS person`;

/** Whoever has one of these keys, in no order. */
export async function readKeys(
  pool: pg.Pool,
  owners: readonly number[],
  keys: readonly string[],
  platformBits: number,
): Promise<Found[]> {
  const { rows } = await pool.query<Row>({
    name: 'search-keys',
    text: EXACT_STATEMENT,
    rowMode: 'array',
    values: [owners, keys, platformBits],
  });
  return rows.map(foundIn);
}
