import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbeddedPostgres } from '#server/db/embedded/open.ts';
import { upgradeDatabase } from '#server/db/upgrade-database.ts';

/** How a test file reaches the PostgreSQL of this run. */
export interface RunPostgres {
  host: string;
  port: number;
  user: string;
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: RunPostgres;
  }
}

const TEMPLATE = 'payfolk_template';
const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: console.error,
  debug: () => undefined,
};

/** One embedded PostgreSQL for the whole run, with a migrated database that test files clone. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'payfolk-tests-'));
  const postgres = await openEmbeddedPostgres({
    dataDir,
    log: quiet,
    mode: 'server',
    // Test data may be lost in a crash; the embedded database's own tests keep the real settings.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // The default, a quarter of the memory, makes creating and dropping databases slow.
      shared_buffers: '256MB',
      // Its workers belong to the superuser, and a database they are in cannot be dropped by force.
      autovacuum: 'off',
    },
  });
  const { host, port, user } = postgres.connection;
  const admin = new pg.Client({ ...postgres.connection });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();

  const pool = new pg.Pool({ ...postgres.connection, database: TEMPLATE });
  await upgradeDatabase(pool, quiet);
  await pool.end();
  project.provide('postgres', { host, port, user, template: TEMPLATE });

  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
