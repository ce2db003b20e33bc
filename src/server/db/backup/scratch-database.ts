import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '#server/db/client.ts';
import { onInterrupt } from '#server/lib/interrupts.ts';
import { BackupError } from './format.ts';
import { openBackupPool } from './pool.ts';

const DROP_ATTEMPTS = 5;

interface Place {
  name: string;
  schema: string;
  encoding: string;
  collate: string;
  ctype: string;
}

/** Runs the work on an empty database of its own, which is dropped afterwards in any case. */
export async function withScratchDatabase<T>(
  connection: Connection,
  work: (scratch: pg.Pool) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const forget = { interrupt: () => {} };
  try {
    const place = await findPlace(client);
    const name = scratchName(place);
    // One that a killed process left.
    await dropDatabase(client, name);
    forget.interrupt = onInterrupt(() => dropDatabase(client, name));
    await createDatabase(client, name, place);
    try {
      return await workOn(connectionTo(connection, name), work);
    } finally {
      await dropDatabase(client, name);
    }
  } finally {
    forget.interrupt();
    await client.end();
  }
}

async function workOn<T>(connection: Connection, work: (scratch: pg.Pool) => Promise<T>) {
  const scratch = openBackupPool(connection);
  try {
    return await work(scratch);
  } finally {
    await scratch.end();
  }
}

/** The same name each time, so that what a killed process left is found. Only one backup runs at a time. */
function scratchName({ name, schema }: Place): string {
  const hash = createHash('sha256').update(`${name}\n${schema}`).digest('hex');
  return `payfolk_check_${hash.slice(0, 16)}`;
}

function connectionTo({ connectionString, ...others }: Connection, database: string): Connection {
  if (connectionString === undefined) return { ...others, database };
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function findPlace(client: pg.Client): Promise<Place> {
  const { rows } = await client.query<Place>(
    `SELECT datname AS name, current_schema() AS schema, pg_encoding_to_char(encoding) AS encoding,
            datcollate AS collate, datctype AS ctype
       FROM pg_database WHERE datname = current_database()`,
  );
  if (!rows[0]) throw new Error('PostgreSQL returned no settings of the database.');
  return rows[0];
}

export const CANNOT_CREATE =
  'Each backup is checked in a scratch database, which the database user may not create: run ALTER ROLE … CREATEDB for it.';

async function createDatabase(client: pg.Client, name: string, place: Place): Promise<void> {
  const text = (value: string) => client.escapeLiteral(value);
  try {
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING ${text(place.encoding)}
         LC_COLLATE ${text(place.collate)} LC_CTYPE ${text(place.ctype)}`,
    );
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new BackupError(CANNOT_CREATE, { cause: error });
  }
}

/** Not WITH (FORCE): that fails where autovacuum is at work, which ends by itself for a plain DROP. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = $1 AND usename = current_user`,
      [name],
    );
    try {
      await client.query(`DROP DATABASE IF EXISTS ${name}`);
      return;
    } catch (error) {
      // In use. PostgreSQL itself has waited for 5 s.
      if ((error as { code?: string }).code !== '55006' || attempt === DROP_ATTEMPTS) throw error;
    }
  }
}
