import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { DATABASE_TIMEOUTS } from '#server/db/timeouts.ts';

/** The product's own. */
export const SHORT_TIMEOUTS = { ...DATABASE_TIMEOUTS };
/**
 * On a busy machine a connection may take longer than the product waits for it, and a test may hold a
 * transaction for longer.
 */
Object.assign(DATABASE_TIMEOUTS, {
  connect: 120_000,
  statement: 120_000,
  idleInTransaction: 600_000,
});

export interface TestDatabase {
  /** For pg.Pool and pg.Client. */
  connection: pg.PoolConfig;
  /** For DATABASE_URL. */
  url: string;
  openPool(): pg.Pool;
  drop(): Promise<void>;
}

async function asAdmin(statement: string) {
  const { host, port, user } = inject('postgres');
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of a test file's own: a clone of the migrated template, or an empty one. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const { host, port, user, template } = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${database} TEMPLATE ${isEmpty ? 'template0' : template}`);
  const place = new URLSearchParams({ host, port: String(port), user });
  const connection = { host, port, user, database };
  return {
    connection,
    url: `postgres:///${database}?${place}`,
    openPool() {
      const pool = new pg.Pool(connection);
      // pool.end() does not wait for connections to close, and drop() terminates them.
      pool.on('error', () => undefined);
      return pool;
    },
    drop: () => asAdmin(`DROP DATABASE ${database} WITH (FORCE)`),
  };
}
