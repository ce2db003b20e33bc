import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { BackupError } from './backup/format.ts';
import { DATABASE_TIMEOUTS } from './timeouts.ts';

/** The application name of a restore's connection. */
const RESTORE = 'payfolk restore';
const RETRY_MS = 500;
/** Regular queries detect a connection that was dropped silently. */
const CHECK_EVERY_MS = 15_000;

interface Log {
  info(message: string): void;
}

type Held = { client: pg.Client; ended: Promise<void> };

/**
 * Blocks restores while the database is open: a lock on its own connection, taken again when that is
 * lost. Waits for a running restore. Returns its release.
 */
export async function blockRestores(
  connection: pg.ClientConfig,
  kind: string,
  log: Log,
): Promise<() => Promise<void>> {
  let held = await tryAcquire(connection, kind);
  if (!held) log.info('Waiting for a restore to finish');
  while (!held) {
    await pause(RETRY_MS);
    held = await tryAcquire(connection, kind);
  }

  let current: Held | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isReleased = false;
  const keep = (next: Held) => {
    current = next;
    void next.ended.then(() => lose(next));
  };
  const lose = (lost: Held | undefined) => {
    if (isReleased || current !== lost) return;
    current = undefined;
    clearTimeout(retry);
    retry = setTimeout(holdAgain, RETRY_MS);
    retry.unref();
  };
  const holdAgain = async () => {
    const next = await tryAcquire(connection, kind).catch(() => undefined);
    if (!next) lose(undefined);
    else if (isReleased) await next.client.end();
    else keep(next);
  };
  const check = setInterval(() => {
    const asked = current;
    const query = { text: 'SELECT', query_timeout: CHECK_EVERY_MS / 2 };
    asked?.client.query(query).catch(() => {
      lose(asked);
      void asked.client.end().catch(() => undefined);
    });
  }, CHECK_EVERY_MS);
  check.unref();
  keep(held);

  return async () => {
    isReleased = true;
    clearTimeout(retry);
    clearInterval(check);
    await current?.client.end();
  };
}

/** Takes the exclusive lock of a restore on its own connection; returns its release. */
export async function lockForRestore(pool: pg.Pool): Promise<() => Promise<void>> {
  const client = await pool.connect();
  try {
    await client.query(`SET application_name = '${RESTORE}'`);
    const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [
      ADVISORY_LOCKS.restore,
    ]);
    if (!rows[0]?.ok) throw inUse(await findHolders(client));
  } catch (error) {
    client.release(true);
    throw error;
  }
  return async () => {
    await client
      .query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.restore])
      .catch(() => undefined);
    client.release(true);
  };
}

/** The servers that have the database open, such as "payfolk server 123 on host". */
export async function findServers(pool: pg.Pool): Promise<string[]> {
  return (await findHolders(pool)).filter((name) => name.startsWith('payfolk server '));
}

async function findHolders(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1
        AND database = datid AND datname = current_database()`,
    [ADVISORY_LOCKS.restore],
  );
  return rows.map(({ name }) => name);
}

function inUse(holders: string[]): BackupError {
  return holders.includes(RESTORE)
    ? new BackupError('Another restore is running on this database: wait for it to end.')
    : new BackupError(`The database is in use by ${holders.join(', ')}: stop it first.`);
}

/** Undefined if a restore has the lock. */
async function tryAcquire(connection: pg.ClientConfig, kind: string): Promise<Held | undefined> {
  const client = new pg.Client({
    ...connection,
    application_name: `payfolk ${kind} ${process.pid} on ${hostname()}`.slice(0, 63),
    connectionTimeoutMillis: DATABASE_TIMEOUTS.connect,
    query_timeout: DATABASE_TIMEOUTS.statement,
    keepAlive: true,
  });
  // Its loss is reported by 'end'; without a listener an 'error' would end our process.
  client.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.connect();
    const { rows } = await client.query<{ ok: boolean }>(
      'SELECT pg_try_advisory_lock_shared($1) AS ok',
      [ADVISORY_LOCKS.restore],
    );
    if (rows[0]?.ok) return { client, ended };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return undefined;
}
