import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { createLogger } from '#server/lib/logger.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function temporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-life-'));
  cleanups.add('the folder', () => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(env);
  cleanups.add('the server', () => server.stop());
  return server;
}

describe('a server and its embedded database', () => {
  it('has its data after SIGKILL, and takes over the PostgreSQL that is still running', async () => {
    const dataDir = await temporaryDataDir();
    const first = await start({ DATA_DIR: dataDir, DEMO: 'off' });
    // A tool uses the PostgreSQL of the running server.
    const tool = await openDatabase(
      readConfig({ DATA_DIR: dataDir }),
      createLogger('silent'),
      'tool',
    );
    await tool.pool.query("INSERT INTO users (name, username) VALUES ('Ana Survivor', 'ana')");
    await tool.close();
    await first.kill();

    const second = await start({ DATA_DIR: dataDir, DEMO: 'off' });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    const again = await openDatabase(
      readConfig({ DATA_DIR: dataDir }),
      createLogger('silent'),
      'tool',
    );
    const { rows } = await again.pool.query("SELECT name FROM users WHERE username = 'ana'");
    await again.close();
    expect(rows).toEqual([{ name: 'Ana Survivor' }]);
  });

  it('refuses a second server on one DATA_DIR with a one-line error', async () => {
    const dataDir = await temporaryDataDir();
    const first = await start({ DATA_DIR: dataDir, DEMO: 'off' });
    await expect(startServer({ DATA_DIR: dataDir })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/^Payfolk could not start: .*in use by another Payfolk.*$/),
    });
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('stops cleanly on SIGTERM and leaves no PostgreSQL behind', async () => {
    const dataDir = await temporaryDataDir();
    const server = await start({ DATA_DIR: dataDir, DEMO: 'off' });
    expect(await server.stop()).toBe(0);
    const client = new pg.Client({
      host: path.join(dataDir, 'postgres'),
      user: 'payfolk',
      database: 'postgres',
    });
    await expect(client.connect()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('servers with DATABASE_URL', () => {
  it('start simultaneously on an empty database: one migrates, both are ready', async () => {
    const database = await createTestDatabase({ isEmpty: true });
    cleanups.add('the database', () => database.drop());
    const servers = await Promise.all([
      start({ DATABASE_URL: database.url }),
      start({ DATABASE_URL: database.url }),
    ]);
    for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const client = new pg.Client(database.connection);
    await client.connect();
    const { rows } = await client.query(
      'SELECT count(*) = count(DISTINCT name) AS once, count(*) > 0 AS any FROM migrations',
    );
    const people = await client.query('SELECT count(*) FROM users');
    await client.end();
    expect(rows).toEqual([{ once: true, any: true }]);
    expect(people.rows).toEqual([{ count: '0' }]);
  });

  it('exit with the name of an invalid variable', async () => {
    await expect(startServer({ LOG_LEVEL: 'loud' })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/^Payfolk could not start: LOG_LEVEL must be one of .*$/),
    });
  });
});
