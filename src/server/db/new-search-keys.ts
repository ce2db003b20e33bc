import type pg from 'pg';
import { isConflict } from './connection-error.ts';

/**
 * A new search_keys that takes the place of the old one. To fill a table and then build its index is cheaper
 * than to keep the index in order meanwhile, and the old table is read and written until the last moment.
 * All of it happens in one transaction.
 */
export const NEW_KEYS = 'search_keys_new';
/** Saves the vacuum that would mark every page as visible to all. */
export const NEW_KEYS_OPTIONS = '(FREEZE)';

export async function createNewKeys(client: pg.PoolClient) {
  const { rows } = await client.query<{ options: string | null }>(
    `SELECT array_to_string(reloptions, ', ') AS options FROM pg_class WHERE oid = 'search_keys'::regclass`,
  );
  await client.query(`CREATE TABLE ${NEW_KEYS} (LIKE search_keys)`);
  const options = rows[0]?.options;
  if (options) await client.query(`ALTER TABLE ${NEW_KEYS} SET (${options})`);
}

export async function buildNewKeysIndex(client: pg.PoolClient) {
  // For the sort; allocated only as it is used.
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  await client.query(`CREATE INDEX ${NEW_KEYS}_in_order ON ${NEW_KEYS} (key, id) INCLUDE (bits)`);
}

/** From here to the commit no one else can search or change people, so commit soon. */
export async function swapNewKeys(client: pg.PoolClient) {
  await lockKeys(client);
  // People who were added meanwhile.
  await client.query(`INSERT INTO ${NEW_KEYS} SELECT * FROM search_keys`);
  await client.query('DROP TABLE search_keys');
  await client.query(`ALTER TABLE ${NEW_KEYS} RENAME TO search_keys`);
  await client.query(`ALTER INDEX ${NEW_KEYS}_in_order RENAME TO search_keys_in_order`);
}

const LOCK_TRIES = 200;

/** Searches wait while we wait for the lock, so each attempt is short. */
async function lockKeys(client: pg.PoolClient) {
  await client.query(`SET LOCAL lock_timeout = '2s'`);
  for (let tries = 1; ; tries += 1) {
    await client.query('SAVEPOINT swap');
    try {
      await client.query('LOCK TABLE search_keys IN ACCESS EXCLUSIVE MODE');
      await client.query('SET LOCAL lock_timeout = 0');
      return;
    } catch (error) {
      if (!(isLockTimeout(error) || isConflict(error)) || tries >= LOCK_TRIES) throw error;
      await client.query('ROLLBACK TO SAVEPOINT swap');
    }
  }
}

export const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03';
