import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { createDatabase } from '#server/db/client.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { findSecret } from '#server/db/secrets.ts';
import { upgradeDatabase } from '#server/db/upgrade-database.ts';
import { findUserCounts } from '#server/db/user-counts.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/within.ts';

/** The schema of version 1.0 ended with this migration. */
const LAST_OF_1_0 = '0007-people-without-key.sql';
const log = createLogger('silent');

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  pool = database.openPool();
  await pool.query(`CREATE TABLE migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  for (const { name, sql, checksum } of readMigrations()) {
    if (name > LAST_OF_1_0) continue;
    await pool.query(sql);
    await pool.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
  }
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('a database of version 1.0', () => {
  it('keeps its reset links, and its users are counted', async () => {
    await pool.query(
      `INSERT INTO users (name, email, email_key, is_verified, reset_token_hash, reset_token_expiry) VALUES
         ('Ana', 'Ana@example.com', 'ana@example.com', true, sha256('token'), now() + interval '1 hour'),
         ('Bo', NULL, NULL, false, NULL, NULL)`,
    );
    await upgradeDatabase(pool, log);
    expect(await migrate(pool)).toEqual([]);
    const { rows } = await pool.query('SELECT reset_token_email_key AS key FROM users ORDER BY id');
    expect(rows).toEqual([{ key: 'ana@example.com' }, { key: null }]);
    const { db } = createDatabase(pool, [], log);
    expect(await findUserCounts(db)).toEqual({ total: 2, verified: 1 });
  });

  it('creates its secrets at first use, the same for all simultaneous callers', async () => {
    const { db } = createDatabase(pool, [], log);
    const keys = await Promise.all(Array.from({ length: 10 }, () => findSecret(db, 'test')));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect(await findSecret(db, 'another')).not.toEqual(keys[0]);
  });
});

it('a server that waits for the upgrade of another one says so', async () => {
  const other = await pool.connect();
  await other.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
  const lines: string[] = [];
  const migrating = migrate(pool, (line) => lines.push(line));
  await eventually(() =>
    expect(lines).toEqual(['Waiting for another server to upgrade the database']),
  );
  other.release(true);
  await migrating;
});
