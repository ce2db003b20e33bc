import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchResponse } from '#contract/directory.ts';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { makeBackupInProcess } from '#server/db/backup/start-process.ts';
import { insertJob } from '#server/db/jobs.ts';
import { createJobRunner } from '#server/jobs/runner.ts';
import { createLogger } from '#server/lib/logger.ts';
import { addPeople } from '#tests/support/directory.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';

const NAME = /^payfolk-\d{8}T\d{9}Z\.backup$/;
const DAY = 86_400;

const cleanups = createCleanups();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'payfolk-scheduled-'));
  cleanups.add('the folder', () => rm(folder, { recursive: true, force: true }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await cleanups.run();
});

async function openApp(settings: Parameters<typeof buildTestApp>[0] = {}) {
  const test = await buildTestApp(settings);
  cleanups.add('the app', () => test.close());
  return test;
}

const settings = (keep = 7) => ({ backups: { folder, everySeconds: DAY, keep } });

/** With the first backup, which is made at the first start. */
async function openAppWithBackup(keep?: number) {
  const test = await openApp(settings(keep));
  await test.app.jobs.drained('backups');
  return test;
}

async function findJob(test: TestApp) {
  const { rows } = await test.pool.query(`SELECT attempts, last_error AS "lastError",
    extract(epoch FROM run_at - now())::float8 AS seconds FROM jobs WHERE task = 'backup'`);
  expect(rows).toHaveLength(1);
  return rows[0];
}

async function makeBackupNow(test: TestApp) {
  await test.pool.query("UPDATE jobs SET run_at = now() WHERE task = 'backup'");
  await test.app.jobs.drained('backups');
}

async function listScratchDatabases(test: TestApp) {
  const { rows } = await test.pool.query(
    `SELECT datname FROM pg_database WHERE datname = 'payfolk_check_' ||
       left(encode(sha256(convert_to(current_database() || E'\\npublic', 'UTF8')), 'hex'), 16)`,
  );
  return rows;
}

describe('a scheduled backup', () => {
  it('is made when it is due, and its people are found in search where it is restored', async () => {
    const test = await openAppWithBackup(1);
    await addPeople(test, [
      { name: 'Maya Okafor', handles: { venmo: 'maya-okafor' } },
      { name: 'Ren Ito' },
    ]);
    await test.pool.query("UPDATE users SET suspended_at = now() WHERE name = 'Ren Ito'");
    await makeBackupNow(test);
    const [name = '', ...others] = await readdir(folder);
    expect(name).toMatch(NAME);
    expect(others).toEqual([]);
    expect(await listScratchDatabases(test)).toEqual([]);

    const other = await openApp();
    await restoreBackup(other.pool, path.join(folder, name), { isReplacing: false });
    const node = await other.anotherNode();
    const response = await node.inject('/api/users/search?query=okafor');
    const found = searchResponse.parse(response.json());
    expect(found.map(({ name }) => name)).toEqual(['Maya Okafor']);
    expect((await node.inject('/api/users/search?query=ren')).json()).toEqual([]);
  });

  it('is made once for two nodes on one database, and again after its time', async () => {
    const test = await openApp(settings());
    const other = await test.anotherNode();
    await Promise.all([test.app.jobs.drained('backups'), other.jobs.drained('backups')]);
    expect(await readdir(folder)).toEqual([expect.stringMatching(NAME)]);
    const job = await findJob(test);
    expect(job).toMatchObject({ attempts: 0, lastError: null });
    expect(job.seconds).toBeGreaterThan(DAY - 3_600);

    await test.pool.query("UPDATE jobs SET run_at = now() WHERE task = 'backup'");
    await Promise.all([test.app.jobs.drained('backups'), other.jobs.drained('backups')]);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('replaces the oldest one, and removes what a killed backup left', async () => {
    const old = ['payfolk-20200101T000000000Z.backup', 'payfolk-20200102T000000000Z.backup'];
    const left = ['.unverified', '.unverified.123.partial'].map((end) => `${old[0]}${end}`);
    const others = ['payfolk-before-upgrade.backup', 'notes.txt'];
    for (const name of [...old, ...left, ...others]) await writeFile(path.join(folder, name), 'x');
    await openAppWithBackup(2);
    const names = (await readdir(folder)).sort();
    expect(names).toHaveLength(4);
    expect(names).toEqual(expect.arrayContaining([old[1], ...others]));
    expect(names.filter((name) => NAME.test(name))).toHaveLength(2);
  });

  it('is made once beside a folder with the name of an old one, which stays', async () => {
    const old = 'payfolk-20200101T000000000Z.backup';
    for (const name of [old, `${old}.unverified`]) await mkdir(path.join(folder, name));
    const test = await openAppWithBackup(1);
    const job = await findJob(test);
    expect(job).toMatchObject({ attempts: 0, lastError: null });
    expect(job.seconds).toBeGreaterThan(DAY - 3_600);
    await makeBackupNow(test);
    const names = (await readdir(folder)).sort();
    expect(names).toEqual([old, `${old}.unverified`, expect.stringMatching(NAME)]);
  });

  it('comes sooner where its period was shortened', async () => {
    const test = await openAppWithBackup();
    await test.pool.query(
      "UPDATE jobs SET run_at = now() + interval '80 days' WHERE task = 'backup'",
    );
    const other = await test.anotherNode();
    await other.jobs.drained('backups');
    expect((await findJob(test)).seconds).toBeLessThanOrEqual(DAY);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is made at the start where the folder has none, also before its time', async () => {
    const test = await openAppWithBackup();
    const [first = ''] = await readdir(folder);
    await writeFile(path.join(folder, first), '');
    const other = await test.anotherNode();
    await other.jobs.drained('backups');
    const names = await readdir(folder);
    expect(names).toHaveLength(2);
    expect((await findJob(test)).seconds).toBeGreaterThan(DAY - 3_600);
  });

  it('is left to other nodes where BACKUP_DIR is not set', async () => {
    const test = await openApp();
    await test.app.jobs.drained('backups');
    expect((await test.pool.query("SELECT FROM jobs WHERE task = 'backup'")).rowCount).toBe(0);
    await insertJob(test.db, 'backup', {}, { key: 'backup' });
    await test.app.jobs.drained('backups');
    expect(await findJob(test)).toMatchObject({ attempts: 0 });
  });
});

describe('a scheduled backup that fails', () => {
  it('says that the folder is missing, leaves the node ready, and is retried', async () => {
    const test = await openAppWithBackup();
    await rm(folder, { recursive: true });
    const logged = vi.spyOn(test.app.log, 'error').mockReturnValue(undefined);
    await makeBackupNow(test);
    const sentence = `BACKUP_DIR ${folder} does not exist: create the folder, or mount its disk.`;
    expect(await findJob(test)).toMatchObject({ attempts: 1, lastError: sentence });
    expect((await findJob(test)).seconds).toBeLessThanOrEqual(30);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.objectContaining({ message: sentence }) }),
      'The scheduled backup failed; retrying later',
    );
    expect((await test.app.inject('/readyz')).statusCode).toBe(200);

    await mkdir(folder);
    await makeBackupNow(test);
    expect(await findJob(test)).toMatchObject({ attempts: 0, lastError: null });
    expect(await readdir(folder)).toEqual([expect.stringMatching(NAME)]);
  });

  it('is retried at the next start instead of after its pause', async () => {
    const test = await openAppWithBackup();
    await rm(folder, { recursive: true });
    vi.spyOn(test.app.log, 'error').mockReturnValue(undefined);
    await makeBackupNow(test);
    expect(await findJob(test)).toMatchObject({ attempts: 1 });
    await test.app.jobs.stop();
    await mkdir(folder);
    const next = await test.anotherNode();
    await next.jobs.drained('backups');
    expect(await findJob(test)).toMatchObject({ attempts: 0, lastError: null });
    expect(await readdir(folder)).toEqual([expect.stringMatching(NAME)]);
  });

  it('is announced at the start, long before the next one is due', async () => {
    const test = await openAppWithBackup();
    await rm(folder, { recursive: true });
    const log = createLogger('silent');
    const logged = vi.spyOn(log, 'error');
    const context = {
      db: test.db,
      direct: test.app.database.direct,
      mailer: { send: async () => undefined, close: () => undefined },
      publicUrl: '',
      readPage: undefined,
      ...settings(),
      log,
    };
    const runner = createJobRunner(context, () => false);
    await runner.drained('backups');
    await runner.stop();
    const message = expect.stringContaining('does not exist: create the folder');
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      { err: expect.objectContaining({ message }) },
      'No backups can be made',
    );
    expect(await findJob(test)).toMatchObject({ attempts: 0 });
  });

  it('leaves no file and no database where the check fails, and deletes no older backup', async () => {
    const test = await openAppWithBackup(1);
    const before = await readdir(folder);
    await test.pool.query("INSERT INTO migrations (name, checksum) VALUES ('9999-newer.sql', 'x')");
    await makeBackupNow(test);
    expect((await findJob(test)).lastError).toContain('migration 9999-newer.sql');
    expect(await readdir(folder)).toEqual(before);
    expect(await listScratchDatabases(test)).toEqual([]);
  });

  async function blockBackups(test: TestApp) {
    const blocker = await test.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    return async () => {
      await blocker.query('ROLLBACK');
      blocker.release();
    };
  }

  const untilBlocked = (test: TestApp) =>
    eventually(async () => {
      const { rowCount } = await test.pool.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'payfolk backup'
          AND wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(rowCount).toBe(1);
    });

  it('leaves no file where the server stops in the middle', async () => {
    const test = await openApp();
    const unblock = await blockBackups(test);
    const stopping = new AbortController();
    const order = { connection: test.app.database.direct, folder, keep: 1 };
    const making = makeBackupInProcess(order, stopping.signal);
    await untilBlocked(test);
    expect(await readdir(folder)).toHaveLength(1);
    stopping.abort();
    await expect(making).rejects.toThrow('ended early (SIGTERM)');
    expect(await readdir(folder)).toEqual([]);
    await unblock();
  });

  it('is no failure and no attempt where the server stops in the middle', async () => {
    const test = await openAppWithBackup();
    const errors = vi.spyOn(test.app.log, 'error').mockReturnValue(undefined);
    const lines = vi.spyOn(test.app.log, 'info').mockReturnValue(undefined);
    const unblock = await blockBackups(test);
    await test.pool.query("UPDATE jobs SET run_at = now() WHERE task = 'backup'");
    test.app.jobs.wake();
    await untilBlocked(test);
    await test.app.jobs.stop();
    expect(errors).not.toHaveBeenCalled();
    expect(lines).toHaveBeenCalledWith(
      { task: 'backup' },
      'A job was interrupted by a stop; the next start repeats it',
    );
    const job = await findJob(test);
    expect(job).toMatchObject({ attempts: 0, lastError: null });
    // Sooner than after a failure.
    expect(job.seconds).toBeLessThanOrEqual(15);
    await unblock();
  });
});
