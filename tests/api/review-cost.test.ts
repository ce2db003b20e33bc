import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, createPool, type Db } from '#server/db/client.ts';
import {
  findReviewCounts,
  listReportsOf,
  listReviews,
} from '#server/features/admin/review-queries.ts';
import { createLogger } from '#server/lib/logger.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
/** One connection, whose work PostgreSQL counts. */
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  test = await buildTestApp();
  const log = createLogger('silent');
  pool = createPool({ ...test.pool.options, max: 1 }, log);
  ({ db } = createDatabase(pool, [], log));
});
afterAll(async () => {
  await pool.end();
  await test.close();
});

/** Open items from `from` on, among as many closed ones, each with 30 reports on one in a hundred. */
async function addItems(from: number, to: number) {
  await test.pool.query(
    `WITH people AS (
       INSERT INTO users (name, username)
       SELECT 'Member ' || n, 'cost' || n FROM generate_series($1::int, $2::int - 1) n RETURNING id
     ), opened AS (
       INSERT INTO reviews (kind, user_id, report_count)
       SELECT CASE id % 2 WHEN 0 THEN 'report' ELSE 'verification' END, id, 30 FROM people RETURNING id, user_id
     ), closed AS (
       INSERT INTO reviews (kind, user_id, closed_at, action)
       SELECT 'lost-badge', id, now(), 'dismiss' FROM people
     )
     INSERT INTO reports (user_id, review_id, network_hash, reason)
     SELECT user_id, id, sha256(convert_to(id || ' ' || n, 'UTF8')), 'scam'
     FROM opened, generate_series(1, 30) n WHERE id % 100 = 0`,
    [from, to],
  );
  await test.pool.query('VACUUM ANALYZE reviews, reports, users');
}

async function blocksFetched() {
  const { rows } = await pool.query<{ blocks: number }>(
    `SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS blocks FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`,
  );
  return rows[0]?.blocks ?? 0;
}

async function costOf(read: () => Promise<unknown>): Promise<number> {
  // Once before, so that planning is not counted.
  await read();
  await pool.query('BEGIN');
  const before = await blocksFetched();
  await read();
  const after = await blocksFetched();
  await pool.query('COMMIT');
  return after - before;
}

async function costs() {
  const { rows: last } = await pool.query<{ id: number }>(
    'SELECT id FROM reviews WHERE closed_at IS NULL ORDER BY id DESC OFFSET 200 LIMIT 1',
  );
  const deep = last[0]?.id;
  const page = async (kind: 'report' | undefined, after: number | undefined) => {
    const rows = await listReviews(db, { kind, limit: 50, after });
    expect(rows).toHaveLength(51);
    await listReportsOf(
      db,
      rows.map(({ id }) => id),
    );
  };
  return {
    'first page': await costOf(() => page(undefined, undefined)),
    'first page of a kind': await costOf(() => page('report', undefined)),
    'a deep page': await costOf(() => page(undefined, deep)),
    counts: await costOf(() => findReviewCounts(db)),
  };
}

it('a page of the queue costs the same with 10,000 open items', async () => {
  await addItems(0, 2_200);
  const small = await costs();
  await addItems(2_200, 10_000);
  const large = await costs();
  expect(await findReviewCounts(db)).toEqual({
    report: 1_001,
    verification: 1_001,
    lookalike: 0,
    'lost-badge': 0,
    answer: 0,
  });
  for (const [what, cost] of Object.entries(large)) {
    const before = small[what as keyof typeof small];
    expect(cost, `${what}: ${before} and then ${cost}`).toBeLessThan(1.5 * before + 20);
  }
});
