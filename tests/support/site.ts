import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, createPool } from '#server/db/client.ts';
import { createLogger } from '#server/lib/logger.ts';
import { startHostedServer } from './hosted-server.ts';
import { startServer } from './server-process.ts';
import { createTestDatabase } from './test-database.ts';

/** The real built server on a database of its own, in a process with those of other test files. */
export async function openSite(env: Record<string, string> = {}) {
  return openSiteOf(startHostedServer, env);
}

/** Like openSite, but in a process of its own, as `npm start` runs it. */
export async function openSiteAlone(env: Record<string, string> = {}) {
  return openSiteOf(startServer, env);
}

async function openSiteOf(
  start: typeof startHostedServer | typeof startServer,
  env: Record<string, string>,
) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'payfolk-e2e-'));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...env };
  let server = await start(settings);
  const log = createLogger('silent');
  const pool = createPool(database.connection, log);
  const { db } = createDatabase(pool, [], log);
  return {
    url: server.url,
    /** With the same database and settings. */
    async restartServer() {
      await server.stop();
      server = await start(settings);
    },
    /** Another one on the same database, for the same address. */
    startNode: () => start({ ...settings, PORT: '0' }),
    db,
    pool,
    dataDir,
    async close() {
      await pool.end();
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Site = Awaited<ReturnType<typeof openSite>>;
