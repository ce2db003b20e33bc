import type pg from 'pg';
import {
  buildNewKeysIndex,
  createNewKeys,
  isLockTimeout,
  NEW_KEYS,
  NEW_KEYS_OPTIONS,
  swapNewKeys,
} from '#server/db/new-search-keys.ts';
import { copyUsers, type Prepared } from './prepare-batch.ts';
import {
  allNew,
  type Batch,
  type Loader,
  type Memory,
  prepareNew,
  type Stored,
  storeWithRetries,
} from './store-people.ts';

/** The keys of those who are there already are copied while searches wait. */
const PEOPLE_MAX = 10_000;
/** About a hundred rows. */
const BYTES_PER_KNOWN_PERSON = 10_000;

/**
 * For an import that makes a directory many times as large, such as the first one: everything in one transaction,
 * with the index of the search keys built at the end. Whatever ends it early, nothing is imported. Undefined if
 * it does not pay, or another one is running.
 */
export async function bulkLoader(
  pool: pg.Pool,
  fileSize: number,
  memory: Memory,
): Promise<Loader | undefined> {
  const client = await pool.connect();
  try {
    if (!(await begin(client, fileSize))) {
      await client.query('ROLLBACK');
      client.release();
      return undefined;
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    isBulk: true,
    batchesAtOnce: 1,
    store: (batch) => storeWithRetries(memory, batch, (early) => store(pool, client, batch, early)),
    async finish(beforeCommit) {
      await buildNewKeysIndex(client);
      await swapNewKeys(client);
      beforeCommit();
      await client.query('COMMIT');
      client.release();
    },
    // Closing the connection undoes everything.
    cancel: async () => client.release(true),
  };
}

async function begin(client: pg.PoolClient, fileSize: number): Promise<boolean> {
  await client.query('BEGIN');
  await client.query('SET LOCAL statement_timeout = 0');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ people: number }>(
    'SELECT coalesce(sum(total), 0)::int AS people FROM user_counts',
  );
  const people = rows[0]?.people ?? 0;
  if (people > PEOPLE_MAX || fileSize < people * BYTES_PER_KNOWN_PERSON) return false;
  try {
    // Against another import of this kind, and against a server of another version that rebuilds the index.
    await client.query('LOCK TABLE search_index IN SHARE ROW EXCLUSIVE MODE NOWAIT');
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
  await createNewKeys(client);
  return true;
}

async function store(
  pool: pg.Pool,
  client: pg.PoolClient,
  batch: Batch,
  early: Prepared | undefined,
): Promise<Stored> {
  await client.query('SAVEPOINT batch');
  try {
    const { stored, ready } = early
      ? { stored: allNew(early), ready: early }
      : await prepareNew(pool, client, batch.rows);
    stored.added = ready.count;
    await copyUsers(client, ready);
    await client.query('RELEASE SAVEPOINT batch');
    await ready.entries.copy(client, NEW_KEYS, NEW_KEYS_OPTIONS);
    return stored;
  } catch (error) {
    // Released too: a table can be frozen only where it was created, which is outside of the savepoint.
    await client
      .query('ROLLBACK TO SAVEPOINT batch; RELEASE SAVEPOINT batch')
      .catch(() => undefined);
    throw error;
  }
}
