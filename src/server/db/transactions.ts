import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { overloaded } from '#server/lib/app-error.ts';
import { isConflict } from './connection-error.ts';
import * as schema from './schema.ts';

/** The pool or a transaction: every query takes one as its first argument. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

/** Drizzle on one connection, whose transaction the caller manages. */
export const createDbOn = (client: pg.PoolClient): Db => drizzle(client, { schema });

/**
 * Drizzle on a pool, with a transaction() that repeats its work once after a deadlock or a serialization
 * failure. The work must be safe to repeat: cookies are set and emails are sent after the commit.
 */
export function createDb(pool: pg.Pool): Db {
  const db: Db = drizzle(pool, { schema });

  /** Drizzle's own transaction() keeps a connection for good where BEGIN fails. */
  const attempt: Db['transaction'] = async (work, config) => {
    const client = await pool.connect();
    try {
      return await createDbOn(client).transaction(work, config);
    } finally {
      // A connection that is still in a transaction is closed instead of reused.
      client.release(client.getTransactionStatus() !== 'I');
    }
  };

  db.transaction = async (work, config) => {
    try {
      return await attempt(work, config);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    try {
      return await attempt(work, config);
    } catch (error) {
      throw isConflict(error) ? overloaded(error) : error;
    }
  };
  return db;
}
