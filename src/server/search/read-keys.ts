import type pg from 'pg';
import { DIRECTORY } from './keys.ts';
import type { Step } from './plan.ts';

/** A stretch of one owner's keys. */
export interface OwnedStep extends Step {
  owner: number;
}

export interface Found {
  /** Which of the steps it was found in. */
  step: number;
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
  after: { key: string; id: number } | undefined;
  platformBits: number;
  limit: number;
  /** The first step of weak matches, and how many of those are enough. */
  weakFrom: number;
  weakLimit: number;
  /** Whose contacts are among the steps. */
  viewerId: number | undefined;
  withKeys: boolean;
}

/** No statement reads more keys than this. */
const ROWS_MAX = 4_000;
/** A number in the statement, so that PostgreSQL plans once: it takes a parameter for a tenth of this. */
const LIMIT_MAX = 100;

/**
 * Reads stretches one after the other and stops at the limit, so the cost is that of the page. LATERAL with LIMIT leaves
 * the planner no other way, and the rows come in order. A member without contacts does not pay for stretches of contacts.
 */
const rowsOf = (condition: string, limit: string) => `
  SELECT * FROM (
    SELECT nth, owner, key, id, with_keys, row_number() OVER () = ${ROWS_MAX} AS is_cut,
      is_first AND ($8::int = 0 OR bits & $8 <> 0) AS fits
    FROM (
      SELECT step.nth::int, step.owner, step.with_keys, found.key, found.id, found.bits,
        found.bits >> 8 < step.prefix AS is_first
      FROM unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::int[], $6::bool[])
        WITH ORDINALITY AS step (owner, low, after, high, prefix, with_keys, nth)
      CROSS JOIN LATERAL (
        SELECT key, id, bits FROM search_keys
        WHERE (key, id) > (step.low, step.after) AND key < step.high
        ORDER BY key, id LIMIT ${ROWS_MAX}
      ) AS found
      WHERE ${condition}
        AND (step.owner = ${DIRECTORY} OR (SELECT EXISTS (SELECT FROM contacts WHERE user_id = $9::int)))
      LIMIT ${ROWS_MAX}
    ) AS read
  ) AS page
  WHERE fits OR is_cut LIMIT ${limit}`;

/** The steps from number $10 on are weak matches, of which $11 are enough. */
const STATEMENT = `
  SELECT page.nth, page.key, page.id, page.fits, page.is_cut, person.card,
    CASE WHEN page.with_keys THEN person.keys END
  FROM (
    SELECT * FROM (
      (${rowsOf('step.nth < $10::int', String(LIMIT_MAX))})
      UNION ALL
      (${rowsOf('step.nth >= $10::int', '$11::int')})
    ) AS matches LIMIT $7
  ) AS page
  CROSS JOIN LATERAL (
    SELECT card, keys FROM search_people WHERE owner = page.owner AND id = page.id LIMIT 1
  ) AS person`;

type Row = [number, string, number, boolean, boolean, string, string | null];

/**
 * PostgreSQL plans for ten stretches where it does not know how many there are. With never fewer, the plan made once
 * never looks worse than planning each time, which would cost more than the page.
 */
const STEPS_MIN = 10;
const NOWHERE: OwnedStep = { owner: DIRECTORY, low: '~', high: '', prefix: 0, tier: 0 };

export async function readSteps(pool: pg.Pool, reading: Reading): Promise<Found[]> {
  const { after, withKeys } = reading;
  const steps = [...reading.steps];
  while (steps.length < STEPS_MIN) steps.push(NOWHERE);
  const { rows } = await pool.query<Row>({
    name: 'search-steps',
    text: STATEMENT,
    rowMode: 'array',
    values: [
      steps.map(({ owner }) => owner),
      steps.map(({ low }, at) => (at === 0 && after ? after.key : low)),
      steps.map((_, at) => (at === 0 && after ? after.id : -1)),
      steps.map(({ high }) => high),
      steps.map(({ prefix }) => prefix),
      steps.map(({ nearId }) => withKeys || nearId !== undefined),
      reading.limit,
      reading.platformBits,
      reading.viewerId ?? DIRECTORY,
      reading.weakFrom + 1,
      reading.weakLimit,
    ],
  });
  return rows.map(([nth, key, id, fits, isCut, card, keys]) => ({
    step: nth - 1,
    key,
    id,
    fits,
    isCut,
    card,
    keys: keys?.split(',') ?? null,
  }));
}
