import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { projectRoot } from '#server/lib/project-root.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { requireRights } from './rights.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The SQL files of drizzle/, in the order of their names. */
export function readMigrations(): Migration[] {
  const folder = path.join(projectRoot, 'drizzle');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Applies pending migrations; returns their names. */
export async function migrate(
  pool: pg.Pool,
  onProgress: (message: string) => void = () => undefined,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Migrations, and waiting for those of another server, may take long.
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await lock(client, onProgress);
    return await applyMissing(client, onProgress);
  } finally {
    // Closing the connection releases the lock and the setting.
    client.release(true);
  }
}

async function lock(client: pg.ClientBase, onProgress: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS "isFree"',
    [ADVISORY_LOCKS.migration],
  );
  if (rows[0]?.isFree) return;
  onProgress('Waiting for another server to upgrade the database');
  await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
}

async function applyMissing(
  client: pg.PoolClient,
  onProgress: (message: string) => void,
): Promise<string[]> {
  const { missing, isNew } = await findMissing(client);
  await requireRights(client, { isToMigrate: missing.length > 0 });
  for (const [index, migration] of missing.entries()) {
    // A new database has no rows that could make it slow.
    if (!isNew) {
      onProgress(`Upgrading the database: ${migration.name}, ${index + 1} of ${missing.length}`);
    }
    await client.query('BEGIN');
    try {
      await applyMigration(client, migration);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  }
  return missing.map(({ name }) => name);
}

/** In a transaction of the caller. */
export async function applyMigration(
  client: pg.ClientBase,
  { name, sql, checksum }: Migration,
): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  await client.query(sql);
  await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

/** The migrations that a database lacks; changes nothing. Throws where another version has migrated it. */
export async function findMissing(
  client: pg.ClientBase | pg.Pool,
): Promise<{ missing: Migration[]; isNew: boolean }> {
  const done = await findApplied(client);
  const migrations = readMigrations();
  const names = new Set(migrations.map((migration) => migration.name));
  const newer = [...done.keys()].find((name) => !names.has(name));
  if (newer) {
    throw new Error(
      `The database has migration ${newer}, which this version of Payfolk does not know. Start a newer version.`,
    );
  }
  const changed = migrations.find(
    ({ name, checksum }) => done.has(name) && done.get(name) !== checksum,
  );
  if (changed) throw new Error(`Migration ${changed.name} was changed after it had been applied.`);
  return { missing: migrations.filter(({ name }) => !done.has(name)), isNew: done.size === 0 };
}

/** The checksums by name. */
async function findApplied(client: pg.ClientBase | pg.Pool): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS "isThere"`,
  );
  if (!tables[0]?.isThere) return new Map();
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}
