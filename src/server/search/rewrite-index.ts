import type pg from 'pg';
import type { Platform } from '#contract/platforms.ts';
import { copyPeople } from './copy-people.ts';
import { rowsOf, SEARCH_VERSION } from './rows.ts';

interface Row {
  id: number;
  name: string;
  screen_name: string | null;
  username: string | null;
  is_verified: boolean;
  accounts: { platform: Platform; username: string }[];
}

const BATCH = 5_000;

const NEXT_PEOPLE = `
  SELECT u.id, u.name, u.screen_name, u.username, u.is_verified,
    coalesce((SELECT json_agg(json_build_object('platform', a.platform, 'username', a.username) ORDER BY a.id)
      FROM payment_accounts a WHERE a.user_id = u.id), '[]') AS accounts
  FROM users u WHERE u.id > $1 ORDER BY u.id LIMIT ${BATCH}`;

/**
 * Writes what everybody is found by anew where another version of this code wrote it, all or nothing.
 * Returns how many people that were; the others wait here while one server does it.
 */
export async function rewriteOutdatedIndex(
  pool: pg.Pool,
  onProgress: (people: number) => void,
): Promise<number> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    if ((await versionOf(client)) === SEARCH_VERSION) return 0;
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    let people = 0;
    await client.query('LOCK TABLE search_index IN EXCLUSIVE MODE');
    if ((await versionOf(client)) !== SEARCH_VERSION) {
      people = await rewrite(client, onProgress);
      await client.query('DELETE FROM search_index');
      await client.query('INSERT INTO search_index (version) VALUES ($1)', [SEARCH_VERSION]);
    }
    await client.query('COMMIT');
    return people;
  } catch (error) {
    broken = error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(broken !== undefined);
  }
}

async function versionOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM search_index');
  return rows[0]?.version;
}

async function rewrite(client: pg.PoolClient, onProgress: (people: number) => void) {
  await client.query(
    'TRUNCATE search_people, search_keys, search_ids, search_words, search_word_forms',
  );
  const knownWords = new Set<string>();
  let people = 0;
  for (let last = 0; ; ) {
    const { rows } = await client.query<Row>(NEXT_PEOPLE, [last]);
    const written = rows.map(({ id, name, screen_name, username, is_verified, accounts }) =>
      rowsOf(id, { name, screenName: screen_name, username, isVerified: is_verified, accounts }),
    );
    for (const word of await copyPeople(client, written, knownWords)) knownWords.add(word);
    people += rows.length;
    const next = rows.at(-1)?.id;
    if (next === undefined) return people;
    last = next;
    onProgress(people);
  }
}
