import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { restoreBackup } from '#server/db/backup/restore.ts';
import { writeBackup } from '#server/db/backup/write.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { createLogger } from '#server/lib/logger.ts';
import { searchUrl } from '#tests/support/directory.ts';
import { makeFolder } from '#tests/support/embedded.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups, eventually, within } from '#tests/support/within.ts';

let folder: string;
let file: string;
let app: TestApp;
beforeAll(async () => {
  folder = await makeFolder();
  file = path.join(folder, 'people.backup');
  // A cached page would hide an index that was not rebuilt.
  app = await buildTestApp({}, { sharedSearchMs: 0 });
  await app.pool.query(`INSERT INTO users (name, username) VALUES ('Quirina Zephyr', 'quirina')`);
  await writeBackup(app.pool, file);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function makeDatabase() {
  const database = await createTestDatabase();
  cleanups.add('database', () => database.drop());
  const pool = new pg.Pool(database.connection);
  // Some tests cut every connection.
  pool.on('error', () => undefined);
  cleanups.add('pool', () => pool.end());
  return { database, pool };
}

async function openServer(env: Record<string, string>, mode: 'server' | 'tool' = 'server') {
  const lines: string[] = [];
  const say = (details: object | string, message?: string) =>
    lines.push(message ?? String(details));
  const opening = openDatabase(readConfig(env), { info: say, warn: say, error: say }, mode);
  opening.catch(() => undefined);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= opening.then((database) => database.close());
    return closed;
  };
  cleanups.add('server', close);
  return { opening, lines, close };
}

const names = async (pool: pg.Pool) =>
  (await pool.query('SELECT name FROM users')).rows.map(({ name }) => name);

/** A file whose content the test writes later: a restore waits for it. */
async function makeSlowFile() {
  const slow = path.join(folder, 'slow.backup');
  await promisify(execFile)('mkfifo', [slow]);
  return { slow, feed: async () => writeFile(slow, await readFile(file)) };
}

async function holdsRestoreLock(pool: pg.Pool) {
  const { rows } = await pool.query(
    `SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.map(({ mode }) => mode);
}

describe('a restore', () => {
  it.each([['server'], ['tool']] as const)(
    'refuses to run beside a %s that has the database open',
    async (mode) => {
      const { database, pool } = await makeDatabase();
      const server = await openServer({ DATABASE_URL: database.url }, mode);
      await server.opening;
      await expect(restoreBackup(pool, file, { isReplacing: true })).rejects.toThrow(
        new RegExp(`in use by payfolk ${mode} ${process.pid} .*stop it first`),
      );
      expect(await names(pool)).toEqual([]);
      await server.close();
      await restoreBackup(pool, file, { isReplacing: false });
      expect(await names(pool)).toEqual(['Quirina Zephyr']);
    },
  );

  it('uses a lock that does not block requests of the server', async () => {
    const { database, pool } = await makeDatabase();
    const server = await openServer({ DATABASE_URL: database.url });
    const opened = await server.opening;
    expect(await holdsRestoreLock(pool)).toEqual(['ShareLock']);
    const config = { ...readConfig({ DATABASE_URL: database.url }), dataDir: folder };
    const running = await buildApp({ config, database: opened, log: createLogger('silent') });
    cleanups.add('app', () => running.close());
    const headers = { 'sec-fetch-site': 'same-origin' };
    const user = {
      name: 'Tess Lock',
      email: 'tess@example.com',
      password: 'correct horse battery',
    };
    const registered = await running.inject({
      method: 'POST',
      url: '/api/register',
      headers,
      payload: user,
    });
    expect(registered.statusCode, registered.body).toBe(201);
    const found = await running.inject({ url: searchUrl({ query: 'tess' }), headers });
    expect(found.json()).toMatchObject([{ name: 'Tess Lock' }]);
  });

  it('refuses also after the server has lost all connections and reconnected', async () => {
    const { database, pool } = await makeDatabase();
    const server = await openServer({ DATABASE_URL: database.url });
    await server.opening;
    await pool.query(
      `SELECT pg_terminate_backend(pid, 100000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await eventually(async () => expect(await holdsRestoreLock(pool)).toEqual(['ShareLock']));
    await expect(restoreBackup(pool, file, { isReplacing: true })).rejects.toThrow('in use by');
  });

  it('refuses to run beside a server on the embedded database', async () => {
    const dataDir = path.join(folder, 'embedded');
    const server = await openServer({ DATA_DIR: dataDir, DEMO: 'off' });
    const { pool } = await server.opening;
    const place = { url: '', folder, dataDir };
    await expect(runCommand('restore', place, file, '--replace')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database is in use by payfolk server .*stop it first/),
    });
    expect(await names(pool)).toEqual([]);
  });

  it('refuses to run beside another restore, and a server waits for it to end', async () => {
    const { database, pool } = await makeDatabase();
    const { slow, feed } = await makeSlowFile();
    const first = restoreBackup(pool, slow, { isReplacing: false });
    await eventually(async () => expect(await holdsRestoreLock(pool)).toEqual(['ExclusiveLock']));
    await expect(restoreBackup(pool, file, { isReplacing: true })).rejects.toThrow(
      'Another restore is running',
    );
    const server = await openServer({ DATABASE_URL: database.url });
    await eventually(() => expect(server.lines).toContain('Waiting for a restore to finish'));
    await feed();
    await first;
    await within(300, 'the server to open', server.opening);
    expect(await names(pool)).toEqual(['Quirina Zephyr']);
  });

  it('checks that the database is empty while it holds a lock against writes', async () => {
    const { database, pool } = await makeDatabase();
    const writer = new pg.Client(database.connection);
    await writer.connect();
    cleanups.add('writer', () => writer.end());
    await writer.query('BEGIN');
    await writer.query(`INSERT INTO users (name) VALUES ('Just registering')`);
    const restoring = restoreBackup(pool, file, { isReplacing: false });
    restoring.catch(() => undefined);
    await eventually(async () => {
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      expect((await writer.query(waiting)).rows.length).toBeGreaterThan(0);
    });
    await writer.query('COMMIT');
    await expect(restoring).rejects.toThrow('not empty');
    expect(await names(pool)).toEqual(['Just registering']);
  });
});

describe('restored people can be found', () => {
  const find = async (query: string) =>
    (await app.call('GET', `/api/users/search?query=${encodeURIComponent(query)}`)).json();

  it('although the backup has no search tables', async () => {
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).not.toMatch(/"table":"search/);
    await restoreBackup(app.pool, file, { isReplacing: true });
    expect(await find('Quirina Zephyr')).toMatchObject([{ username: 'quirina' }]);
  });

  it('from a backup that is older than the search tables', async () => {
    const old = await createTestDatabase({ isEmpty: true });
    cleanups.add('old database', () => old.drop());
    const oldPool = new pg.Pool(old.connection);
    const early = readMigrations().filter(({ name }) => name < '0004');
    await oldPool.query('CREATE TABLE migrations (name text PRIMARY KEY, checksum text NOT NULL)');
    for (const { name, sql, checksum } of early) {
      await oldPool.query(sql);
      await oldPool.query('INSERT INTO migrations VALUES ($1, $2)', [name, checksum]);
    }
    await oldPool.query(`INSERT INTO users (name, username) VALUES ('Ophelia Quartz', 'ophelia')`);
    const oldFile = path.join(folder, 'old.backup');
    await writeBackup(oldPool, oldFile);
    await oldPool.end();
    await restoreBackup(app.pool, oldFile, { isReplacing: true });
    expect(await find('Ophelia Quartz')).toMatchObject([{ username: 'ophelia' }]);
  });

  it('from a backup that has search tables, which are ignored', async () => {
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
    const trailer = JSON.parse(lines.pop() ?? '');
    const withSearch = [
      ...lines,
      JSON.stringify({ table: 'search_index', columns: ['is_only', 'version'] }),
      't\t1',
      '\\.',
      '',
    ].join('\n');
    trailer.rows.search_index = 1;
    trailer.sha256 = createHash('sha256').update(withSearch).digest('hex');
    const withSearchFile = path.join(folder, 'with-search.backup');
    await writeFile(withSearchFile, gzipSync(`${withSearch}${JSON.stringify(trailer)}\n`));
    await restoreBackup(app.pool, withSearchFile, { isReplacing: true });
    expect(await find('Quirina Zephyr')).toMatchObject([{ username: 'quirina' }]);
  });
});
