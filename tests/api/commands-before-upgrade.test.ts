import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { blockRestores } from '#server/db/restore-lock.ts';
import { makeFolder, quiet } from '#tests/support/embedded.ts';
import { createFirstVersionDatabase, FIRST_VERSION_BACKUP } from '#tests/support/first-version.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

const cleanups = createCleanups();
let folder: string;
let database: TestDatabase;
let pool: pg.Pool;
let before: string[];
beforeEach(async () => {
  folder = await makeFolder();
  cleanups.add('folder', () => rm(folder, { recursive: true, force: true }));
  database = await createFirstVersionDatabase();
  cleanups.add('database', () => database.drop());
  pool = database.openPool();
  cleanups.add('pool', () => pool.end());
  before = await listMigrations();
});
afterEach(() => cleanups.run());

async function listMigrations(of = pool): Promise<string[]> {
  const { rows } = await of.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

const run = (command: string, ...args: string[]) =>
  runCommand(command, { url: database.url, folder }, ...args);

/** What the server of an older version holds while it runs. */
async function openServer() {
  const release = await blockRestores(database.connection, 'server', quiet);
  cleanups.add('server', release);
  return release;
}

describe('a command of a newer version than the database', () => {
  it('backup leaves the schema as it is, also in its file', async () => {
    await openServer();
    const made = await run('backup', 'before.backup');
    expect(made.stdout).toMatch(/^Backed up /);
    expect(await listMigrations()).toEqual(before);

    const other = await createTestDatabase({ isEmpty: true });
    cleanups.add('other database', () => other.drop());
    const target = other.openPool();
    cleanups.add('other pool', () => target.end());
    await restoreBackup(target, path.join(folder, 'before.backup'), { isReplacing: false });
    expect(await listMigrations(target)).toEqual(readMigrations().map(({ name }) => name));
    const { rows } = await target.query('SELECT count(*)::int FROM users');
    expect(rows).toEqual((await pool.query('SELECT count(*)::int FROM users')).rows);
  });

  it('other commands refuse beside a server, and upgrade a database that no server uses', async () => {
    const release = await openServer();
    for (const command of ['admin', 'demo-clear']) {
      await expect(run(command)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^This version of Payfolk would upgrade the database, which payfolk server \d+ on .* is using: upgrade and restart that server first, or run the command of its version\.\n$/,
        ),
      });
    }
    expect(await listMigrations()).toEqual(before);
    await release();
    await run('admin');
    expect(await listMigrations()).toEqual(readMigrations().map(({ name }) => name));

    await openServer();
    await run('admin');
    await pool.query('UPDATE search_index SET version = version - 1');
    await expect(run('admin')).rejects.toMatchObject({
      stderr: expect.stringMatching(/ is using/),
    });
  });

  it('a refused or failed restore leaves the schema as it is', async () => {
    const restore = (file: string, ...args: string[]) => run('restore', file, ...args);
    const plain = gunzipSync(await readFile(FIRST_VERSION_BACKUP));
    const cut = path.join(folder, 'cut.backup');
    await writeFile(cut, gzipSync(plain.subarray(0, plain.length - 100)));
    const release = await openServer();
    await expect(restore(FIRST_VERSION_BACKUP, '--replace')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The database is in use by payfolk server/),
    });
    await release();
    await expect(restore(path.join(folder, 'missing.backup'), '--replace')).rejects.toMatchObject({
      stderr: expect.stringMatching(/cannot be read \(ENOENT\)/),
    });
    await expect(restore(FIRST_VERSION_BACKUP)).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The database is not empty/),
    });
    await expect(restore(cut, '--replace')).rejects.toMatchObject({
      stderr: expect.stringMatching(/nothing was changed/),
    });
    expect(await listMigrations()).toEqual(before);
    await pool.query(`CREATE TABLE of_another_program AS SELECT 'still here' AS row`);
    await restore(FIRST_VERSION_BACKUP, '--replace');
    expect(await listMigrations()).toEqual(readMigrations().map(({ name }) => name));
    expect((await pool.query('SELECT * FROM of_another_program')).rows).toEqual([
      { row: 'still here' },
    ]);
  });
});
