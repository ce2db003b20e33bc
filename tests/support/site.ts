import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, createPool } from '#server/db/client.ts';
import { createLogger } from '#server/lib/logger.ts';
import { projectRoot } from '#server/lib/project-root.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { createTestDatabase, LONG_TIMEOUTS } from './test-database.ts';

/** The real built server on a database of its own. */
export async function openSite(
  env: Record<string, string> = {},
  urlOf = (server: ServerProcess) => server.url,
) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'payfolk-e2e-'));
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${path.join(projectRoot, 'tests/support/patient-server.mjs')}`,
    ...env,
  };
  let server = await startServer(settings);
  const log = createLogger('silent');
  const pool = createPool({ ...database.connection, ...LONG_TIMEOUTS }, log);
  const { db } = createDatabase(pool, [], log);
  return {
    url: urlOf(server),
    get server() {
      return server;
    },
    /** With the same database and settings. */
    async restartServer() {
      await server.stop();
      server = await startServer(settings);
    },
    /** Another one on the same database, for the same address. */
    startNode: () => startServer({ ...settings, PORT: '0' }),
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
