import { sql } from 'drizzle-orm';
import {
  type CardSource,
  DIRECTORY,
  type StoredCard,
  storedCard,
} from '#server/cards/stored-card.ts';
import { type Entry, type EntrySource, entryOf } from '#server/search/entry.ts';
import { bitsOf } from '#server/search/keys.ts';
import { looksIn } from '#server/search/looks.ts';
import type { Db } from './client.ts';
import {
  clearLookalikesOf,
  type LookChange,
  listDismissedAmong,
  markLookalikes,
  queueStillMarked,
  updateLookalikes,
} from './lookalikes.ts';
import { listResembled, openWaitingLookalikes, updateLookalikeReviews } from './reviews.ts';

/** A person has a bounded number of keys. */
const FORMER_USERNAMES_MAX = 20;

const milliseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

export const SELECT_PEOPLE = `
  SELECT ${DIRECTORY} AS owner, id, name, screen_name AS "screenName", username, is_verified AS "isVerified",
    ${milliseconds('verified_at')} AS "verifiedAt", is_demo AS "isFictional",
    profile_image_hash AS "profileImageHash", phone_number AS "phoneNumber", website_url AS "websiteUrl",
    phone_visibility AS "phoneVisibility", is_listed AS "isListed", ${milliseconds('reported_until')} AS "reportedUntil",
    email_key AS "emailKey", ${milliseconds('email_proven_at')} AS "emailProvenAt", ${milliseconds('created_at')} AS "createdAt",
    CASE WHEN lookalike_of IS NOT NULL THEN (
      SELECT json_build_object('name', coalesce(v.screen_name, v.name), 'username', v.username)
      FROM users v WHERE v.id = users.lookalike_of AND v.is_verified) END AS "lookalikeOf",
    coalesce((SELECT json_agg(json_build_object('platform', a.platform, 'username', a.username, 'rank', a.position,
        'since', ${milliseconds('a.handle_since')}, 'isReplacement', a.is_replacement,
        'proof', a.proof, 'proofDetail', a.proof_detail, 'provenAt', ${milliseconds('a.proven_at')}))
      FROM payment_accounts a WHERE a.user_id = users.id), '[]') AS accounts,
    ARRAY(SELECT r.username FROM retired_usernames r WHERE r.user_id = users.id
      ORDER BY r.retired_at DESC LIMIT ${FORMER_USERNAMES_MAX}) AS "formerUsernames"
  FROM (SELECT * FROM users WHERE suspended_at IS NULL) AS users`;

export const SELECT_CONTACTS = `
  SELECT user_id AS owner, id, name, nickname AS "screenName", NULL AS username, false AS "isVerified",
    NULL AS "verifiedAt", false AS "isFictional", NULL AS "profileImageHash", phone_number AS "phoneNumber", NULL AS "websiteUrl",
    'everyone' AS "phoneVisibility", true AS "isListed", NULL AS "reportedUntil",
    NULL AS "emailKey", NULL AS "emailProvenAt", ${milliseconds('created_at')} AS "createdAt", NULL AS "lookalikeOf",
    coalesce((SELECT json_agg(json_build_object(
        'platform', a.platform, 'username', a.username, 'rank', CASE WHEN a.is_default THEN 0 END,
        'since', ${milliseconds('a.created_at')}, 'isReplacement', false,
        'proof', NULL, 'proofDetail', NULL, 'provenAt', NULL))
      FROM contact_payment_accounts a WHERE a.contact_id = contacts.id), '[]') AS accounts,
    ARRAY[]::text[] AS "formerUsernames"
  FROM contacts`;

/**
 * Brings what these people are found by up to date; a suspended person is not found. Called by every query that inserts
 * or changes a person or their accounts, in its transaction; a deletion needs no call.
 */
export async function indexPeople(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const wanted = sql.param([...ids]);
  // Locked before the accounts are read: of two changes to one person, the later sees the earlier.
  await db.execute(
    sql`SELECT FROM users WHERE id = ANY(${wanted}::int[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const changes = await storePeople(db, ids);
  const changed = new Set(changes.map(({ id }) => id));
  const others = await listDismissedAmong(
    db,
    ids.filter((id) => !changed.has(id)),
  );
  // Cards have the caution about a look-alike.
  await indexCards(db, await updateLookalikes(db, [...changes, ...others]));
}

async function storePeople(db: Db, ids: readonly number[]): Promise<LookChange[]> {
  if (ids.length === 0) return [];
  const people = sql`${sql.raw(SELECT_PEOPLE)} WHERE id = ANY(${sql.param([...ids])}::int[])`;
  const { stored, changes } = await store(db, DIRECTORY, people);
  const known = new Set(stored);
  const suspended = ids.filter((id) => !known.has(id));
  return [...changes, ...(await deleteSuspended(db, suspended))];
}

async function deleteSuspended(db: Db, ids: readonly number[]): Promise<LookChange[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number; keys: string }>(
    sql`DELETE FROM search_people WHERE owner = ${DIRECTORY} AND id = ANY(${sql.param([...ids])}::int[])
        RETURNING id, keys`,
  );
  return rows.map(({ id, keys }) => ({
    id,
    before: looksIn(keys),
    after: { isVerified: false, looks: [] },
  }));
}

const CARDS_AT_ONCE = 500;

/** Rewrites the cards of people whose `lookalike_of` was set or cleared. It changes nothing that they are found by. */
export async function indexCards(db: Db, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += CARDS_AT_ONCE) {
    const wanted = sql.param(ids.slice(from, from + CARDS_AT_ONCE));
    const { rows } = await db.execute(
      sql`${sql.raw(SELECT_PEOPLE)} WHERE id = ANY(${wanted}::int[])`,
    );
    await updateCards(db, DIRECTORY, (rows as unknown as CardSource[]).map(storedCard));
  }
}

async function updateCards(db: Db, owner: number, cards: readonly StoredCard[]): Promise<void> {
  if (cards.length === 0) return;
  await db.execute(
    sql`UPDATE search_people SET card = row.card, at_read = row."atRead"
        FROM json_to_recordset(${JSON.stringify(cards)}::json) AS row (id int, card text, "atRead" text)
        WHERE owner = ${owner} AND search_people.id = row.id`,
  );
}

/** Deletes people with `work`; those who looked like them lose that caution. Needs a transaction. */
export async function withoutLookalikes<T>(
  db: Db,
  ids: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  const resembled = await listResembled(db, ids);
  const unmarked = await clearLookalikesOf(db, ids);
  const result = await work();
  await markLookalikes(db, unmarked);
  await updateLookalikeReviews(db, unmarked);
  await openWaitingLookalikes(db, resembled);
  await indexCards(db, unmarked);
  await queueStillMarked(db, ids);
  return result;
}

/** Indexes a private contact, whose row is locked already. */
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

interface Stored {
  stored: number[];
  /** Whose looks changed. */
  changes: LookChange[];
}

async function store(db: Db, owner: number, select: ReturnType<typeof sql>): Promise<Stored> {
  const { rows } = await db.execute(select);
  const entries = (rows as unknown as EntrySource[]).map(entryOf);
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
  const cards = entries.flatMap(({ id, card, atRead }) => {
    const row = before.get(id);
    return row && (row.card !== card || row.atRead !== atRead) ? [{ id, card, atRead }] : [];
  });
  await updateCards(db, owner, cards);
  const stored = entries.map(({ id }) => id);
  if (changed.length === 0) return { stored, changes: [] };
  // A trigger deletes the keys.
  await db.execute(
    sql`DELETE FROM search_people WHERE owner = ${owner} AND id = ANY(${ids(changed)}::int[])`,
  );
  await insert(db, changed);
  const changes = changed.flatMap(({ id, keys }) => {
    const [old, now] = [looksIn(before.get(id)?.keys ?? ''), looksIn(keys.join())];
    const isSame = old.isVerified === now.isVerified && old.looks.join() === now.looks.join();
    return isSame ? [] : [{ id, before: old, after: now }];
  });
  return { stored, changes };
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
