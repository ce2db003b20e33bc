import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SUPERUSER } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';

/** The application's own role and database: no superuser, so that no statement can reach the system. */
export const APPLICATION = { user: 'payfolk', database: 'payfolk' };

// 'PAYF'. The process whose connection holds this lock owns the database.
const OWNER_LOCK = 0x50415946;
/** A connection, and a promise that resolves when it ends. */
export type Connection = { client: pg.Client; ended: Promise<void> };
/** The result of an attempt to connect: a connection, no server, or a server that is not ready. */
export type Attempt = Connection | { state: 'absent' | 'busy' };

export async function tryConnect(endpoint: Endpoint, kind: string): Promise<Attempt> {
  const client = new pg.Client({
    ...endpoint,
    user: SUPERUSER,
    database: 'postgres',
    application_name: `${kind} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  // 'end' reports its loss; without a listener an 'error' would end our process.
  client.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    return { client, ended };
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return { state: 'absent' };
    if (isCutOff(error)) return { state: 'busy' };
    throw error;
  }
}

/** PostgreSQL is starting, stopping or full, or closed the connection: worth a retry. */
export function isCutOff(error: unknown): boolean {
  const { code } = error as { code?: string };
  if (code === undefined) return /terminated|timeout|not queryable/i.test(String(error));
  return ['57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE', 'EAGAIN'].includes(code);
}

export async function tryLockOwnership(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ owned: boolean }>(
    'select pg_try_advisory_lock($1) as owned',
    [OWNER_LOCK],
  );
  return rows[0]?.owned === true;
}

export type Owner = { kind: string; pid: number };

/** The application names of the connections that hold the lock. */
export async function findOwner(client: pg.Client): Promise<Owner | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objid = $1`,
    [OWNER_LOCK],
  );
  const [kind, pid] = rows[0]?.name.split(' ') ?? [];
  return kind === undefined ? undefined : { kind, pid: Number(pid) };
}

/** Makes the application's role and database where they are missing; true if the database is new. */
export async function ensureDatabase(client: pg.Client, password?: string): Promise<boolean> {
  const { user, database } = APPLICATION;
  if (!(await exists(client, 'select 1 from pg_roles where rolname = $1', user))) {
    const secret = password ? ` password ${client.escapeLiteral(password)}` : '';
    // It may make databases: the tests give one to every file.
    await client.query(`create role ${user} login createdb${secret}`);
  }
  if (await hasDatabase(client)) return false;
  await client.query(`create database ${database} owner ${user}`);
  return true;
}

/** The owner may not have created the database yet. */
export async function awaitDatabase(client: pg.Client, timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await hasDatabase(client)); await pause(25)) {
    if (Date.now() > deadline) throw new Error('the running server has no database yet');
  }
}

function hasDatabase(client: pg.Client): Promise<boolean> {
  return exists(client, 'select 1 from pg_database where datname = $1', APPLICATION.database);
}

async function exists(client: pg.Client, query: string, value: string): Promise<boolean> {
  return (await client.query(query, [value])).rows.length > 0;
}
