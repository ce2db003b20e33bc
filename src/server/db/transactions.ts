import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from './client.ts';
import * as schema from './schema.ts';

/**
 * Drizzle on a pool, with a transaction() that always gives its connection back. Drizzle's own says
 * BEGIN before it begins to care: where that fails, as on a connection that broke a moment ago, the
 * pool is one smaller for good, and closing it never ends. Whoever takes one gives it back, here.
 */
export function createDb(pool: pg.Pool): Db {
  const db: Db = drizzle(pool, { schema });
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await (drizzle(client, { schema }) as Db).transaction(work, config);
    } finally {
      // Only one that is out of its transaction may be used by somebody else.
      client.release(client.getTransactionStatus() !== 'I');
    }
  };
  return db;
}
