import type pg from 'pg';
import { BoundedPool } from './bounded-pool.ts';
import { isConflict, isServerUnavailable } from './connection-error.ts';
import { DATABASE_TIMEOUTS } from './timeouts.ts';
import { createDb, type Db } from './transactions.ts';
import { UnnamedClient } from './unnamed-client.ts';

export type { Db };

/** Where a public read may run: Drizzle, and its pool for hand-tuned prepared statements. */
export interface Reader {
  db: Db;
  pool: pg.Pool;
}

export interface Database extends Reader {
  /** Every pool by its name: primary, replica1, replica2 … */
  pools: Record<string, pg.Pool>;
  /** The primary, for connections that keep a session: never through a pooler in transaction mode. */
  direct: Connection;
  /**
   * Runs a public read on a replica. The primary serves it where all replicas are away, where the replica
   * has not replayed the primary's log up to `after` yet, and where replaying canceled the statement.
   */
  read<T>(work: (reader: Reader) => Promise<T>, options?: ReadOptions): Promise<T>;
  close(): Promise<void>;
}

export interface ReadOptions {
  after?: string | undefined;
}

/** What a connection needs, without timeouts and sizes of a pool. */
export type Connection = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>;

interface Log {
  warn(details: object, message: string): void;
}

/** How long a replica that failed is skipped. */
const REPLICA_PAUSE_MS = 5_000;

const POOL_DEFAULTS: pg.PoolConfig = {
  max: 20,
  application_name: 'payfolk',
  // Kept for long, because a new connection has to plan every statement again; keep-alive packets prevent
  // firewalls from dropping idle ones.
  idleTimeoutMillis: 600_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
};

/** Sent when a connection is opened. A pooler in transaction mode refuses or ignores them. */
export function sessionDefaults() {
  return {
    statement_timeout: DATABASE_TIMEOUTS.statement,
    idle_in_transaction_session_timeout: DATABASE_TIMEOUTS.idleInTransaction,
  } satisfies pg.PoolConfig;
}

/** For a pooler in transaction mode: each transaction may run on another connection. */
export const POOLED: pg.PoolConfig = {
  Client: UnnamedClient,
  statement_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
};

export function createPool(connection: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new BoundedPool({
    ...POOL_DEFAULTS,
    connectionTimeoutMillis: DATABASE_TIMEOUTS.connect,
    ...sessionDefaults(),
    ...connection,
  });
  // The pool replaces an idle connection that breaks; without a handler it would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'Lost an idle database connection');
  });
  // One that breaks between two statements of a transaction makes the next statement fail.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function createDatabase(
  pool: pg.Pool,
  replicaPools: pg.Pool[],
  log: Log,
  direct: Connection = connectionOf(pool),
): Database {
  const primary: Reader = { pool, db: createDb(pool) };
  const replicas = replicaPools.map((replica) => ({
    reader: { pool: replica, db: createDb(replica) },
    awayUntil: 0,
  }));
  let turn = 0;

  function nextReplica() {
    for (let tries = 0; tries < replicas.length; tries += 1) {
      turn = (turn + 1) % replicas.length;
      const replica = replicas[turn];
      if (replica && replica.awayUntil <= performance.now()) return replica;
    }
    return undefined;
  }

  const pools: Record<string, pg.Pool> = { primary: pool };
  for (const [index, replica] of replicaPools.entries()) pools[`replica${index + 1}`] = replica;

  return {
    ...primary,
    pools,
    direct,
    async read(work, { after } = {}) {
      const replica = nextReplica();
      if (!replica) return work(primary);
      try {
        if (after === undefined || (await hasReplayed(replica.reader, after))) {
          return await work(replica.reader);
        }
      } catch (error) {
        if (isServerUnavailable(error)) {
          replica.awayUntil = performance.now() + REPLICA_PAUSE_MS;
          log.warn({ err: error }, 'Read replica unavailable; reading from the primary');
        } else if (!isConflict(error)) {
          // A slow statement would be as slow on the primary.
          throw error;
        }
      }
      return work(primary);
    },
    async close() {
      await Promise.all(Object.values(pools).map((each) => each.end()));
    },
  };
}

function connectionOf({ options }: pg.Pool): Connection {
  const { connectionString, host, port, user, password, database } = options;
  return { connectionString, host, port, user, password, database } as Connection;
}

/** Each replica's address must name one server: the read that follows may use another connection. */
async function hasReplayed({ pool }: Reader, position: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_recent: boolean }>(
    `SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_recent`,
    [position],
  );
  return rows[0]?.is_recent === true;
}

/** The current end of the primary's log: everything committed so far is before it. */
export async function findLogPosition({ pool }: Reader): Promise<string | undefined> {
  const { rows } = await pool.query<{ position: string }>(
    'SELECT pg_current_wal_insert_lsn()::text AS position',
  );
  return rows[0]?.position;
}
