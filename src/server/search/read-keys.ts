import type pg from 'pg';
import { DIRECTORY } from '#server/cards/stored-card.ts';
import type { Step } from './plan.ts';

export interface Found {
  /** Which of the steps it was found in. */
  step: number;
  key: string;
  id: number;
  /** False if the filter leaves the person out. */
  fits: boolean;
  /** The read ended here because it was long, though there may be more. */
  isCut: boolean;
  card: string;
  /** What is added to the card for some readers. */
  atRead: string | null;
  /** All keys of the person, separated by commas; empty where the reading did not ask for them. */
  keys: string;
}

export interface Reading {
  steps: readonly Step[];
  /** Where to go on inside the first step. */
  after: { key: string; id: number } | undefined;
  platformBits: number;
  limit: number;
  /** Whose contacts are among the steps. */
  viewerId: number | undefined;
  /** A later page needs them to know who was on an earlier one. */
  hasKeys: boolean;
}

/** No statement reads more keys than this. */
const ROWS_MAX = 4_000;
/**
 * Limits are numbers in the statement: PostgreSQL takes a parameter for a tenth of all rows, and would plan each time
 * in the hope of something better. A page of twenty and the longest one have a statement each.
 */
const LIMITS = [27, 57, 107];

/**
 * Reads ranges one after the other and stops at the limit, so the cost is that of the page. LATERAL with LIMIT leaves
 * the planner no other way, and the rows come in order. A member without contacts does not pay for ranges of
 * contacts.
 */
const statementFor = (limit: number, isFiltered: boolean, hasKeys: boolean) => `
  SELECT string_agg(concat_ws(E'\\t', page.nth, page.id, page.fits::int, page.is_cut::int, page.key,
    ${hasKeys ? 'person.keys' : `''`}, coalesce(person.at_read, ''), person.card), E'\\n')
  FROM (
    SELECT * FROM (
      SELECT *, ${isFiltered ? `is_first AND bits & $8::int <> 0` : 'is_first'} AS fits,
        row_number() OVER () = ${ROWS_MAX} AS is_cut
      FROM (
        SELECT step.nth::int, step.owner, found.key, found.id, found.bits,
          found.bits >> 8 < step.prefix AS is_first
        FROM unnest($1::int[], string_to_array($2, E'\\t'), $3::int[], string_to_array($4, E'\\t'),
          $5::int[], $6::int[]) WITH ORDINALITY AS step (owner, low, after, high, prefix, most, nth)
        CROSS JOIN LATERAL (
          SELECT * FROM (
            SELECT key, id, bits FROM search_keys
            WHERE (key, id) > (step.low, step.after) AND key < step.high
            ORDER BY key, id LIMIT ${ROWS_MAX}
          ) AS key_range LIMIT step.most
        ) AS found
        WHERE step.owner = ${DIRECTORY} OR (SELECT EXISTS (SELECT FROM contacts WHERE user_id = $7::int))
        LIMIT ${ROWS_MAX}
      ) AS read
    ) AS matches
    WHERE fits OR is_cut LIMIT ${limit}
  ) AS page
  CROSS JOIN LATERAL (
    SELECT card, at_read, keys FROM search_people WHERE owner = page.owner AND id = page.id LIMIT 1
  ) AS person`;

/** PostgreSQL plans for ten ranges where it does not know how many there are; fewer would be planned each time. */
const STEPS_MIN = 10;
const NOWHERE = { owner: DIRECTORY, low: '~', high: '', prefix: 0, most: 0 };

/** A PostgreSQL array literal; the driver would convert the numbers one by one. */
const integers = (list: readonly number[]) => `{${list.join()}}`;
/** No key contains a tab. In an array the driver would look for quotes in each. */
const texts = (list: readonly string[]) => list.join('\t');

export async function readSteps(pool: pg.Pool, reading: Reading): Promise<Found[]> {
  const { after, platformBits, hasKeys } = reading;
  const steps: Pick<Step, keyof typeof NOWHERE>[] = [...reading.steps];
  while (steps.length < STEPS_MIN) steps.push(NOWHERE);
  const limit = LIMITS.find((each) => each >= reading.limit) ?? reading.limit;
  const isFiltered = platformBits !== 0;
  const { rows } = await pool.query<[string | null]>({
    name: `search-${limit}${isFiltered ? '-filtered' : ''}${hasKeys ? '-keys' : ''}`,
    text: statementFor(limit, isFiltered, hasKeys),
    rowMode: 'array',
    values: [
      integers(steps.map(({ owner }) => owner)),
      texts(steps.map(({ low }, at) => (at === 0 && after ? after.key : low))),
      integers(steps.map((_, at) => (at === 0 && after ? after.id : -1))),
      texts(steps.map(({ high }) => high)),
      integers(steps.map(({ prefix }) => prefix)),
      integers(steps.map(({ most = ROWS_MAX }) => (isFiltered ? 10 * most : most))),
      reading.viewerId ?? DIRECTORY,
      ...(isFiltered ? [platformBits] : []),
    ],
  });
  // One value for the whole page is several times cheaper to receive than a row per person.
  const lines = rows[0]?.[0]?.split('\n') ?? [];
  return lines.map((line) => {
    // No key or card contains a tab.
    const [nth, id, fits, isCut, key = '', keys = '', atRead = '', card = ''] = line.split('\t');
    return {
      step: Number(nth) - 1,
      key,
      id: Number(id),
      fits: fits === '1',
      isCut: isCut === '1',
      card,
      atRead: atRead === '' ? null : atRead,
      keys,
    };
  });
}
