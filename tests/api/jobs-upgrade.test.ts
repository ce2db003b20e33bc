import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { writeBackup } from '#server/db/backup/write.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { upgradeDatabase } from '#server/db/upgrade-database.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

/** The last migration of the version that had a queue for emails only. */
const LAST_WITH_MAIL_QUEUE = '0023-account-safety.sql';
const log = createLogger('silent');

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function openEmpty() {
  const database = await createTestDatabase({ isEmpty: true });
  const pool = database.openPool();
  cleanups.add('the database', async () => {
    await pool.end();
    await database.drop();
  });
  return pool;
}

/** Two queued emails: one that has failed twice, and one that is being sent. */
async function openOldDatabase() {
  const pool = await openEmpty();
  await pool.query(`CREATE TABLE migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  for (const { name, sql, checksum } of readMigrations()) {
    if (name > LAST_WITH_MAIL_QUEUE) continue;
    await pool.query(sql);
    await pool.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
  }
  await pool.query("INSERT INTO users (id, name) VALUES (7, 'Ana')");
  await pool.query(`INSERT INTO mail_queue (id, kind, recipient, user_id, data, attempts, next_attempt_at, last_error, created_at)
    VALUES (41, 'confirm-email', 'Ana@example.com', 7, '{}', 2, '2030-01-02Z', 'ECONNREFUSED', '2030-01-01Z'),
           (42, 'reset-password', 'bo@example.com', NULL, '{"ip": "192.0.2.1"}', 0, '2030-01-02Z', NULL, '2030-01-01Z')`);
  await pool.query("SELECT setval('mail_queue_id_seq', 42)");
  return pool;
}

const JOBS = `SELECT id::int, lane, task, payload, user_id, attempts, run_at, last_error, created_at
  FROM jobs WHERE task = 'send-mail' ORDER BY id`;
const CARRIED_OVER = [
  {
    id: 41,
    lane: 'mail',
    task: 'send-mail',
    payload: { kind: 'confirm-email', recipient: 'Ana@example.com', data: {} },
    user_id: 7,
    attempts: 2,
    run_at: new Date('2030-01-02Z'),
    last_error: 'ECONNREFUSED',
    created_at: new Date('2030-01-01Z'),
  },
  {
    id: 42,
    lane: 'mail',
    task: 'send-mail',
    payload: { kind: 'reset-password', recipient: 'bo@example.com', data: { ip: '192.0.2.1' } },
    user_id: null,
    attempts: 0,
    run_at: new Date('2030-01-02Z'),
    last_error: null,
    created_at: new Date('2030-01-01Z'),
  },
];

describe('mails that the previous version queued', () => {
  it('are jobs after the upgrade', async () => {
    const pool = await openOldDatabase();
    await upgradeDatabase(pool, log);
    expect((await pool.query(JOBS)).rows).toEqual(CARRIED_OVER);
  });

  it('are jobs after the restore of a backup', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-backup-'));
    cleanups.add('the folder', () => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'old.backup');
    await writeBackup(await openOldDatabase(), file);
    const pool = await openEmpty();
    await upgradeDatabase(pool, log);
    await restoreBackup(pool, file, { isReplacing: false });
    expect((await pool.query(JOBS)).rows).toEqual(CARRIED_OVER);
    // The next one gets a number of its own.
    await pool.query("INSERT INTO jobs (lane, task) VALUES ('mail', 'send-mail')");
    expect((await pool.query(JOBS)).rows.at(-1).id).toBe(43);
  });

  it('are taken, retried, completed and queued by old nodes that still run', async () => {
    const pool = await openOldDatabase();
    await upgradeDatabase(pool, log);
    // The statements of the previous version.
    const taken = await pool.query(`UPDATE mail_queue SET attempts = mail_queue.attempts + 1,
        next_attempt_at = now() + interval '30 seconds'
      WHERE id = (SELECT id FROM mail_queue WHERE next_attempt_at <= '2030-01-02Z'
        ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id::int, kind, recipient, user_id, data, attempts`);
    expect(taken.rows).toEqual([
      {
        id: 41,
        kind: 'confirm-email',
        recipient: 'Ana@example.com',
        user_id: 7,
        data: {},
        attempts: 3,
      },
    ]);
    await pool.query("UPDATE mail_queue SET last_error = 'again' WHERE id = 41");
    expect((await pool.query(JOBS)).rows[0]).toMatchObject({ attempts: 3, last_error: 'again' });
    await pool.query('DELETE FROM mail_queue WHERE id = 41');
    await pool.query(
      `INSERT INTO mail_queue (id, kind, recipient, user_id, data, attempts, next_attempt_at, last_error, created_at)
       VALUES (default, 'password-changed', 'cy@example.com', default, default, default, default, default, default)`,
    );
    const { rows } = await pool.query(JOBS);
    expect(rows).toMatchObject([
      { id: 42 },
      {
        id: 43,
        lane: 'mail',
        payload: { kind: 'password-changed', recipient: 'cy@example.com', data: {} },
        attempts: 0,
      },
    ]);
    expect((await pool.query('SELECT count(*)::int AS n FROM mail_queue')).rows).toEqual([
      { n: 2 },
    ]);
  });
});
