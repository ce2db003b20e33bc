import pg from 'pg';
import type { Connection } from './client.ts';
import { DATABASE_TIMEOUTS } from './timeouts.ts';

/** A busy pooler may answer two clients by two connections once, but not every time. */
const ROUNDS = 5;

interface Log {
  warn(details: object | string, message?: string): void;
}

type Queryable = pg.Pool | pg.ClientBase;

/** Throws if two clients get the same session: locks and settings of a session would get lost or leak. */
export async function requireSessions(connection: Connection, setting: string): Promise<void> {
  const clients = [openClient(connection), openClient(connection)] as const;
  const [first, second] = clients;
  try {
    await first.connect();
    // A pooler sends its own process ID; the same one means a direct connection, and nothing more to check.
    if ((first as { processID?: number }).processID === (await findProcess(first))) return;
    await second.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      if ((await findProcess(first)) === (await findProcess(second))) throw notDirect(setting);
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

function openClient(connection: Connection): pg.Client {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: DATABASE_TIMEOUTS.connect,
    query_timeout: DATABASE_TIMEOUTS.statement,
  });
  client.on('error', () => undefined);
  return client;
}

async function findProcess(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

function notDirect(setting: string): Error {
  const place = 'the address of PostgreSQL itself, for migrations, locks and backups';
  const advice =
    setting === 'DATABASE_URL'
      ? `keep it, and set DATABASE_DIRECT_URL to ${place}`
      : `set it to ${place}`;
  return new Error(`${setting} goes through a connection pooler in transaction mode: ${advice}.`);
}

/** Throws if the two addresses lead to different databases. */
export async function checkPooled(pooled: Queryable, direct: Queryable): Promise<void> {
  const [behind, itself] = await Promise.all([describe(pooled), describe(direct)]);
  if (behind !== itself) {
    throw new Error('DATABASE_DIRECT_URL names another database than DATABASE_URL: correct it.');
  }
}

/** Warns if nothing limits statements: a pooler may drop the limits that a connection asks for. */
export async function checkLimited(pool: Queryable, log: Log): Promise<void> {
  const { rows } = await pool.query<{ timeout: string }>(
    `SELECT current_setting('statement_timeout') AS timeout`,
  );
  if (rows[0]?.timeout === '0') {
    log.warn(
      'Behind a pooler the server cannot limit statements: run ALTER ROLE … SET statement_timeout = 8000 and SET idle_in_transaction_session_timeout = 15000 for the database user, then RECONNECT or restart the pooler',
    );
  }
}

async function describe(pool: Queryable): Promise<string> {
  const { rows } = await pool.query<{ database: string }>(
    `SELECT current_database() || ' ' || pg_postmaster_start_time() AS database`,
  );
  if (!rows[0]) throw new Error('PostgreSQL shows no settings.');
  return rows[0].database;
}

/** Explains the error of PgBouncer in session mode, which refuses settings that it does not know. */
export function explainPooler(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.includes('unsupported startup parameter')) {
    return error;
  }
  return new Error(
    'PgBouncer refuses our settings: set its ignore_startup_parameters to statement_timeout,idle_in_transaction_session_timeout, or set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    { cause: error },
  );
}
