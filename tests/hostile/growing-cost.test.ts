import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccountData } from '#server/features/accounts/export/queries.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Enough that no plan of PostgreSQL's would read all of them by mistake. */
const MEMBERS = 30_000;

let test: TestApp;
let admin: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  test = await buildTestApp({ adminEmails: ['member7@example.com', 'nobody@example.com'] });
  await test.pool.query(
    `INSERT INTO users (name, username, screen_name, screen_name_key, email, email_key, is_verified,
       email_proven_at, reset_token_hash, reset_token_expiry)
     SELECT 'Member ' || n, 'member.' || n, 'Nick ' || n, 'nick ' || n, 'member' || n || '@example.com',
       'member' || n || '@example.com', n % 2 = 0, now(),
       CASE WHEN n <= 20 THEN sha256(n::text::bytea) END,
       CASE WHEN n <= 20 THEN now() + (n - 10.5) * interval '1 hour' END
     FROM generate_series(1, ${MEMBERS}) AS n`,
  );
  await test.pool.query(
    `INSERT INTO audit_log (action, actor_id, subject_id) SELECT 'logged-in', n, n
     FROM generate_series(1, ${MEMBERS}) AS n`,
  );
  admin = await test.loginAs({ isAdmin: true });
  await test.pool.query('ANALYZE');
});
afterAll(() => test.close());

async function rowsRead(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS count FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`,
  );
  return rows[0]?.count ?? 0;
}

/** Rows and index entries that PostgreSQL reads while the app does something. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const client = await test.pool.connect();
  const { query } = test.pool;
  // Every statement runs on one connection, in one transaction, whose reads PostgreSQL counts.
  await client.query('BEGIN');
  const before = await rowsRead(client);
  test.pool.query = client.query.bind(client) as typeof query;
  try {
    await work();
  } finally {
    test.pool.query = query;
  }
  const after = await rowsRead(client);
  await client.query('COMMIT');
  client.release();
  return after - before;
}

describe('what the database reads does not grow with the directory', () => {
  it('for the admin’s numbers, which are exact', async () => {
    const cost = await costOf(async () => {
      const answer = await admin.call('GET', '/api/admin/stats');
      expect(answer.json()).toEqual({
        totalUsers: MEMBERS + 1,
        verifiedUsers: MEMBERS / 2,
        adminUsers: 2,
      });
    });
    expect(cost).toBeLessThan(MEMBERS / 100);
  });

  it.each([
    ['a whole email', 'member77@example.com', ['Member 77']],
    ['the beginning of an email', 'MEMBER1234@', ['Member 1234']],
    ['a username', 'member.4321', ['Member 4321']],
    ['a screen name', 'NICK 5432', ['Member 5432']],
    ['a name', 'member 6543', ['Member 6543']],
    ['a part of a new member’s email', `${MEMBERS}@exam`, [`Member ${MEMBERS}`]],
    ['nobody', 'does not exist', []],
  ])('for the admin’s search of %s', async (_what, query, names) => {
    const cost = await costOf(async () => {
      const answer = await admin.call(
        'GET',
        `/api/admin/users?${new URLSearchParams({ query, limit: '5' })}`,
      );
      const found = answer.json().map(({ name }: { name: string }) => name);
      expect(found.slice(-1)).toEqual(names);
    });
    expect(cost).toBeLessThan(MEMBERS / 2);
  });

  it('for what matches everybody', async () => {
    const cost = await costOf(async () => {
      const answer = await admin.call('GET', '/api/admin/users?query=member');
      expect(answer.json()).toHaveLength(100);
    });
    expect(cost).toBeLessThan(MEMBERS / 2);
  });

  it('for the export of a member', async () => {
    const cost = await costOf(async () => {
      const found = await findAccountData(test.db, 500);
      expect(found?.activity).toHaveLength(1);
    });
    expect(cost).toBeLessThan(MEMBERS / 100);
  });

  it('for the sweep, which deletes what has expired and only that', async () => {
    const cost = await costOf(() => sweep(test.db));
    expect(cost).toBeLessThan(MEMBERS / 100);
    const { rows } = await test.pool.query(
      'SELECT count(*)::int AS left FROM users WHERE reset_token_hash IS NOT NULL',
    );
    expect(rows).toEqual([{ left: 10 }]);
  });
});

describe('the numbers stay exact', () => {
  const counts = async () => (await admin.call('GET', '/api/admin/stats')).json();

  it('through every kind of change, single or bulk, and when the sweep sums them up', async () => {
    const { totalUsers, verifiedUsers } = await counts();
    const { id } = await test.insertPerson({ isVerified: true });
    await test.pool.query(
      `INSERT INTO users (name, is_verified) SELECT 'Bulk', n <= 2 FROM generate_series(1, 5) AS n`,
    );
    await test.pool.query(`UPDATE users SET is_verified = true WHERE name = 'Bulk'`);
    await test.pool.query('UPDATE users SET is_verified = false, name = $2 WHERE id = $1', [
      id,
      'No more',
    ]);
    expect(await counts()).toMatchObject({
      totalUsers: totalUsers + 6,
      verifiedUsers: verifiedUsers + 5,
    });
    await Promise.all([sweep(test.db), sweep(test.db), test.insertPerson()]);
    expect(await counts()).toMatchObject({
      totalUsers: totalUsers + 7,
      verifiedUsers: verifiedUsers + 5,
    });
    await test.pool.query(`DELETE FROM users WHERE name = 'Bulk'`);
    await test.pool.query(`DELETE FROM users WHERE name = 'Bulk'`);
    expect(await counts()).toMatchObject({ totalUsers: totalUsers + 2, verifiedUsers });
    const { rows } = await test.pool.query(
      'SELECT count(*)::int AS total, count(*) FILTER (WHERE is_verified)::int AS verified FROM users',
    );
    expect(rows).toEqual([{ total: totalUsers + 2, verified: verifiedUsers }]);
  });
});
