import { sql } from 'drizzle-orm';
import type { Source } from '#server/search/card.ts';
import { type Entry, entryOf } from '#server/search/entry.ts';
import { bitsOf, DIRECTORY } from '#server/search/keys.ts';
import type { Db } from './client.ts';

/** A person has a bounded number of keys. */
const FORMER_USERNAMES_MAX = 20;

export const SELECT_PEOPLE = `
  SELECT ${DIRECTORY} AS owner, id, name, screen_name AS "screenName", username, is_verified AS "isVerified",
    profile_image_hash AS "profileImageHash", phone_number AS "phoneNumber", website_url AS "websiteUrl",
    phone_visibility AS "phoneVisibility", is_listed AS "isListed",
    (extract(epoch FROM reported_until) * 1000)::float8 AS "reportedUntil",
    coalesce((SELECT json_agg(json_build_object('platform', a.platform, 'username', a.username, 'rank', a.position))
      FROM payment_accounts a WHERE a.user_id = users.id), '[]') AS accounts,
    ARRAY(SELECT r.username FROM retired_usernames r WHERE r.user_id = users.id
      ORDER BY r.retired_at DESC LIMIT ${FORMER_USERNAMES_MAX}) AS "formerUsernames"
  FROM (SELECT * FROM users WHERE suspended_at IS NULL) AS users`;

export const SELECT_CONTACTS = `
  SELECT user_id AS owner, id, name, nickname AS "screenName", NULL AS username, false AS "isVerified",
    NULL AS "profileImageHash", phone_number AS "phoneNumber", NULL AS "websiteUrl",
    'everyone' AS "phoneVisibility", true AS "isListed", NULL AS "reportedUntil",
    coalesce((SELECT json_agg(json_build_object(
        'platform', a.platform, 'username', a.username, 'rank', CASE WHEN a.is_default THEN 0 END))
      FROM contact_payment_accounts a WHERE a.contact_id = contacts.id), '[]') AS accounts,
    ARRAY[]::text[] AS "formerUsernames"
  FROM contacts`;

/**
 * Brings what these people are found by up to date; a suspended person is not found. Called by every query that inserts or changes a person or their
 * accounts, in its transaction; a deletion needs no call.
 */
export async function indexPeople(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const wanted = sql.param([...ids]);
  // Locked before the accounts are read: of two changes to one person, the later sees the earlier.
  await db.execute(
    sql`SELECT FROM users WHERE id = ANY(${wanted}::int[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const people = sql`${sql.raw(SELECT_PEOPLE)} WHERE id = ANY(${wanted}::int[])`;
  const listed = new Set(await store(db, DIRECTORY, people));
  const unlisted = ids.filter((id) => !listed.has(id));
  if (unlisted.length > 0) await deleteEntries(db, DIRECTORY, unlisted);
}

/** The same for a private contact, whose row is locked already. */
export async function indexContact(db: Db, ownerId: number, id: number): Promise<void> {
  const contact = sql`${sql.raw(SELECT_CONTACTS)} WHERE user_id = ${ownerId} AND id = ${id}`;
  await store(db, ownerId, contact);
}

interface KnownRow extends Record<string, unknown> {
  id: number;
  platforms: number;
  card: string;
  atRead: string | null;
  keys: string;
}

/** Returns whom it stored. */
async function store(db: Db, owner: number, select: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await db.execute(select);
  const entries = (rows as unknown as Source[]).map(entryOf);
  const ids = (some: readonly Entry[]) => sql.param(some.map(({ id }) => id));
  const known = await db.execute<KnownRow>(
    sql`SELECT id, platforms, card, at_read AS "atRead", keys FROM search_people
        WHERE owner = ${owner} AND id = ANY(${ids(entries)}::int[])`,
  );
  const before = new Map(known.rows.map((row) => [row.id, row]));
  const changed = entries.filter(({ id, platforms, keys }) => {
    const row = before.get(id);
    return row?.platforms !== platforms || keys.join() !== row.keys;
  });
  for (const { id, card, atRead } of entries) {
    const row = before.get(id);
    if (!row || (row.card === card && row.atRead === atRead)) continue;
    await db.execute(
      sql`UPDATE search_people SET card = ${card}, at_read = ${atRead} WHERE owner = ${owner} AND id = ${id}`,
    );
  }
  const stored = entries.map(({ id }) => id);
  if (changed.length === 0) return stored;
  await deleteEntries(
    db,
    owner,
    changed.map(({ id }) => id),
  );
  await insert(db, changed);
  return stored;
}

/** A trigger deletes the keys. */
async function deleteEntries(db: Db, owner: number, ids: number[]): Promise<void> {
  await db.execute(
    sql`DELETE FROM search_people WHERE owner = ${owner} AND id = ANY(${sql.param(ids)}::int[])`,
  );
}

async function insert(db: Db, entries: Entry[]): Promise<void> {
  const people = entries.map((entry) => ({ ...entry, keys: entry.keys.join() }));
  await db.execute(
    sql`INSERT INTO search_people (owner, id, platforms, card, at_read, keys, names)
        SELECT * FROM json_to_recordset(${JSON.stringify(people)}::json)
          AS row (owner int, id int, platforms int2, card text, "atRead" text, keys text, names text)`,
  );
  await db.execute(
    sql`INSERT INTO search_keys (id, bits, key)
        SELECT * FROM json_to_recordset(${JSON.stringify(entries.flatMap(keyRows))}::json)
          AS row (id int, bits int2, key text)`,
  );
}

export const keyRows = ({ id, platforms, keys, shared }: Entry) =>
  keys.map((key, at) => ({ id, bits: bitsOf(platforms, shared[at] ?? 0), key }));
