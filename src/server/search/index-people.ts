import { sql } from 'drizzle-orm';
import type { Platform } from '#contract/platforms.ts';
import type { Db } from '#server/db/client.ts';
import { idParts } from './parts.ts';
import { linesOf, type PersonRows, rowsOf, wordRow } from './rows.ts';

interface UserRow extends Record<string, unknown> {
  id: number;
  name: string;
  screen_name: string | null;
  username: string | null;
  is_verified: boolean;
}
interface KnownRow extends Record<string, unknown> {
  user_id: number;
  rank: number;
  platforms: number;
  keys: string;
}
interface AccountRow extends Record<string, unknown> {
  user_id: number;
  platform: Platform;
  username: string;
}

/**
 * Brings what these people are found by up to date. Call it in the transaction that inserts or changes
 * a person or their handles; a deletion needs no call.
 */
export async function indexPeople(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const ids = sql.param([...userIds]);
  // Locked before the handles are read: of two changes to one person, the later sees the earlier.
  const users = await db.execute<UserRow>(
    sql`SELECT id, name, screen_name, username, is_verified FROM users WHERE id = ANY(${ids}::int[])
        ORDER BY id FOR NO KEY UPDATE`,
  );
  const accounts = await db.execute<AccountRow>(
    sql`SELECT user_id, platform, username FROM payment_accounts WHERE user_id = ANY(${ids}::int[])`,
  );
  const known = await db.execute<KnownRow>(
    sql`SELECT user_id, rank, platforms, keys FROM search_people WHERE user_id = ANY(${ids}::int[])`,
  );
  const before = new Map(known.rows.map((row) => [row.user_id, row]));
  const changed = users.rows
    .map((user) =>
      rowsOf(user.id, {
        name: user.name,
        screenName: user.screen_name,
        username: user.username,
        isVerified: user.is_verified,
        accounts: accounts.rows.filter(({ user_id }) => user_id === user.id),
      }),
    )
    .filter((rows) => !isSame(before.get(rows.userId), rows));
  if (changed.length === 0) return;
  const outdated = changed.map(({ userId }) => userId).filter((userId) => before.has(userId));
  if (outdated.length > 0) {
    // A trigger takes the keys along, and the words that nobody else has.
    await db.execute(
      sql`DELETE FROM search_people WHERE user_id = ANY(${sql.param(outdated)}::int[])`,
    );
  }
  await insertRows(db, changed);
}

const isSame = (a: KnownRow | undefined, b: PersonRows) =>
  a?.rank === b.rank && a.platforms === b.platforms && a.keys === linesOf(b.keys);

async function insertRows(db: Db, people: PersonRows[]): Promise<void> {
  const rows = JSON.stringify(
    people.map(({ userId, rank, platforms, keys }) => ({
      user_id: userId,
      rank,
      platforms,
      keys: linesOf(keys),
    })),
  );
  await db.execute(
    sql`INSERT INTO search_people (user_id, rank, platforms, keys)
        SELECT user_id, rank, platforms, keys FROM json_to_recordset(${rows}::json)
          AS row (user_id int, rank int, platforms int2, keys text)`,
  );
  await db.execute(
    sql`INSERT INTO search_keys (key, rank, platforms)
        SELECT key, rank, platforms FROM search_people, string_to_table(keys, chr(10)) AS key
        WHERE user_id = ANY(${sql.param(people.map(({ userId }) => userId))}::int[])`,
  );
  const ids = people.flatMap(({ rank, platforms, ids: own }) =>
    own.map((id) => ({ id, rank, platforms, ...idParts(id) })),
  );
  await db.execute(
    sql`INSERT INTO search_ids (id, rank, platforms, start_end, middle_end)
        SELECT id, rank, platforms, "startEnd", "middleEnd"
        FROM json_to_recordset(${JSON.stringify(ids)}::json)
          AS row (id text, rank int, platforms int2, "startEnd" int, "middleEnd" int)`,
  );
  await insertWords(
    db,
    people.flatMap(({ words }) => words),
  );
}

/**
 * Words that are there already are held until the end of the transaction, so that they do not go with
 * somebody who leaves meanwhile; the others are brought, and held as well. All in one order, so that two
 * who bring the same words wait for each other instead of deadlocking.
 */
async function insertWords(db: Db, words: string[]): Promise<void> {
  const sorted = [...new Set(words)].sort();
  for (;;) {
    const held = await db.execute<{ word: string }>(
      sql`SELECT word FROM search_words WHERE word = ANY(${sql.param(sorted)}::text[])
          ORDER BY word FOR KEY SHARE`,
    );
    const known = new Set(held.rows.map(({ word }) => word));
    const rows = sorted.filter((word) => !known.has(word)).map(wordRow);
    if (rows.length === 0) return;
    await db.execute(sql`
      WITH added AS (
        INSERT INTO search_words (word, forms)
        SELECT word, forms FROM json_to_recordset(${JSON.stringify(rows)}::json)
          AS row (word text, forms int[])
        ON CONFLICT (word) DO NOTHING RETURNING word, forms
      )
      INSERT INTO search_word_forms (form, word) SELECT unnest(forms), word FROM added`);
  }
}
