import type pg from 'pg';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { type EntrySource, entryOf } from '#server/search/entry.ts';
import { platformBits } from '#server/search/keys.ts';
import { EntryLines } from './copy-search-entries.ts';
import { indexCards, SELECT_CONTACTS, SELECT_PEOPLE } from './index-people.ts';
import { markAllLookalikes } from './lookalikes.ts';
import {
  buildNewKeysIndex,
  createNewKeys,
  NEW_KEYS,
  NEW_KEYS_OPTIONS,
  swapNewKeys,
} from './new-search-keys.ts';
import { createDbOn } from './transactions.ts';

/** Raise it when what people are found by or their card changes: the next start rebuilds the index. */
const RULES_VERSION = 16;
/** The platforms of indexes whose version has no platforms in it. */
const FIRST_PLATFORMS = platformBits(['cashapp', 'paypal', 'applepay', 'venmo']);
/** Every card lists every platform, so other platforms are another version. */
export const SEARCH_VERSION = RULES_VERSION + 1_000 * (platformBits(PLATFORMS) ^ FIRST_PLATFORMS);
const BATCH = 5_000;

/**
 * Rebuilds the index where another version of this code wrote it, all or nothing. Returns how many people and
 * contacts were written; other servers that start wait here.
 */
export async function rebuildOutdatedIndex(
  pool: pg.Pool,
  onProgress: (message: string) => void,
): Promise<number> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    if ((await findVersion(client)) === SEARCH_VERSION) return 0;
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    // Computing the entries of a batch may take long on a busy machine.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('LOCK TABLE search_index IN EXCLUSIVE MODE');
    let written = 0;
    if ((await findVersion(client)) !== SEARCH_VERSION) {
      await client.query('TRUNCATE search_people, search_keys');
      await client.query('UPDATE users SET lookalike_of = NULL WHERE lookalike_of IS NOT NULL');
      await createNewKeys(client);
      written = await writeAll(client, onProgress);
      // A new database has nothing to wait for.
      const logStep = written > 0 ? onProgress : () => undefined;
      logStep('Rebuilding search index: sorting the keys');
      await buildNewKeysIndex(client);
      logStep('Rebuilding search index: comparing similar names');
      const db = createDbOn(client);
      await indexCards(db, await markAllLookalikes(db, NEW_KEYS));
      await swapNewKeys(client);
      await client.query('DELETE FROM search_index');
      await client.query('INSERT INTO search_index (version) VALUES ($1)', [SEARCH_VERSION]);
    }
    await client.query('COMMIT');
    return written;
  } catch (error) {
    failure = error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(failure !== undefined);
  }
}

/** Of a migrated database. */
export async function isIndexOutdated(pool: pg.Pool): Promise<boolean> {
  return (await findVersion(pool)) !== SEARCH_VERSION;
}

async function findVersion(client: pg.ClientBase | pg.Pool): Promise<number | undefined> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM search_index');
  return rows[0]?.version;
}

async function countAll(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    'SELECT ((SELECT count(*) FROM users) + (SELECT count(*) FROM contacts))::int AS total',
  );
  return rows[0]?.total ?? 0;
}

async function writeAll(client: pg.PoolClient, onProgress: (message: string) => void) {
  const total = (await countAll(client)).toLocaleString('en-US');
  let written = 0;
  for (const select of [SELECT_PEOPLE, SELECT_CONTACTS]) {
    for (let last = 0; ; ) {
      const { rows } = await client.query<EntrySource>(
        `${select} WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
        [last],
      );
      const end = rows.at(-1);
      if (!end) break;
      const lines = new EntryLines();
      for (const row of rows) lines.add(entryOf(row));
      await lines.copy(client, NEW_KEYS, NEW_KEYS_OPTIONS);
      written += rows.length;
      last = end.id;
      const done = written.toLocaleString('en-US');
      onProgress(`Rebuilding search index: ${done} of ${total} people and contacts`);
    }
  }
  return written;
}
