import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPeople } from '#cli/import/import-people.ts';
import { COLUMNS } from '#cli/import/read-people.ts';
import type { PlatformFilter } from '#contract/platforms/registry.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { createLogger } from '#server/lib/logger.ts';
import { PeopleSearch } from '#server/search/search-people.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let folder: Awaited<ReturnType<typeof writePeopleFile>>;
/** One connection, whose work PostgreSQL counts. */
let pool: pg.Pool;
let search: PeopleSearch;
beforeAll(async () => {
  test = await buildTestApp();
  folder = await writePeopleFile([]);
  const log = createLogger('silent');
  pool = createPool({ ...test.pool.options, max: 1 }, log);
  search = new PeopleSearch(createDatabase(pool, [], log));
  await search.start();
});
afterAll(async () => {
  search.stop();
  await pool.end();
  await folder.remove();
  await test.close();
});

async function addMarias(from: number, to: number) {
  const rows = Array.from({ length: to - from }, (_, at) => from + at).map(
    (n) => `Maria Lopez,,maria.lopez${n},m@${n}.example,,,maria-l${n},,,maria-v${n},${n % 2 === 0}`,
  );
  await writeFile(folder.path, [COLUMNS.join(','), ...rows].join('\n'));
  const rejectsFile = path.join(folder.folder, 'rejects.csv');
  const { added } = await importPeople(test.pool, folder.path, { rejectsFile });
  expect(added).toBe(to - from);
}

interface Asked {
  query: string;
  platform: PlatformFilter;
  page: number;
}
const KINDS: Record<string, Asked> = {
  'one letter': { query: 'm', platform: 'all', page: 1 },
  'two letters': { query: 'ma', platform: 'all', page: 1 },
  'a first name': { query: 'maria', platform: 'all', page: 1 },
  'a full name': { query: 'lopez maria', platform: 'all', page: 1 },
  everybody: { query: '', platform: 'all', page: 1 },
  'a platform': { query: '', platform: 'venmo', page: 1 },
  'a name on a platform': { query: 'maria', platform: 'venmo', page: 1 },
  'a deep page': { query: 'maria', platform: 'all', page: 20 },
};

async function blocksFetched() {
  const { rows } = await pool.query<{ blocks: number }>(
    `SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS blocks FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`,
  );
  return rows[0]?.blocks ?? 0;
}

/** Pages of tables and indexes that PostgreSQL looked at for one page of results. */
async function costOf({ query, platform, page }: Asked): Promise<number> {
  const find = (cursor: string | undefined) =>
    search.search({ query, platform, limit: 20, cursor }, undefined);
  let cursor: string | undefined;
  for (let nth = 1; nth < page; nth += 1) {
    const { next = '' } = await find(cursor);
    cursor = next;
  }
  // Once before, so that planning is not counted.
  await find(cursor);
  // PostgreSQL keeps a connection's counts to itself until a transaction ends.
  await pool.query('BEGIN');
  const before = await blocksFetched();
  expect(JSON.parse(String((await find(cursor)).body))).toHaveLength(20);
  const after = await blocksFetched();
  await pool.query('COMMIT');
  return after - before;
}

const costs = async () => {
  const all: Record<string, number> = {};
  for (const [kind, asked] of Object.entries(KINDS)) all[kind] = await costOf(asked);
  return all;
};

it('the cost of a page does not grow with the number of matches or its depth', async () => {
  await addMarias(0, 1_500);
  const small = await costs();
  await addMarias(1_500, 7_500);
  const large = await costs();
  for (const [kind, cost] of Object.entries(large)) {
    expect(cost, `${kind}: ${small[kind]} and then ${cost}`).toBeGreaterThan(20);
    expect(cost / (small[kind] ?? 0), `${kind}: ${small[kind]} and then ${cost}`).toBeLessThan(1.5);
  }
  expect(large['a deep page']).toBeLessThan(1.5 * (large['a first name'] ?? 0));
});
