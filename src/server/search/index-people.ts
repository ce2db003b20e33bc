import { sql } from 'drizzle-orm';
import type { Platform } from '#contract/platforms.ts';
import { PLATFORMS } from '#contract/platforms.ts';
import type { Db } from '#server/db/client.ts';
import { cardOf, inRankedOrder } from './card.ts';
import { type Findable, keysOf, platformBits } from './keys.ts';
import { DIRECTORY } from './read-keys.ts';

/** What the search tables hold about a person or contact. */
export interface Entry {
  id: number;
  platforms: number;
  card: string;
  keys: { key: string; shared: number }[];
  words: string[];
}

type Account = { platform: Platform; username: string; position: number | null };

export interface PersonSource extends Omit<Findable, 'accounts'> {
  id: number;
  profileImageHash: string | null;
  phoneNumber: string | null;
  websiteUrl: string | null;
  accounts: Account[];
}

/** Pure, so that an import can compute it in a worker. */
export function personEntry(person: PersonSource): Entry {
  const accounts = inRankedOrder(person.accounts);
  return {
    id: person.id,
    platforms: platformBits(accounts.map(({ platform }) => platform)),
    card: cardOf({ ...person, accounts, isContact: false }),
    ...keysOf(person),
  };
}

export interface ContactSource {
  id: number;
  name: string;
  nickname: string | null;
  phoneNumber: string | null;
  accounts: { platform: Platform; username: string; isDefault: boolean }[];
}

export function contactEntry(contact: ContactSource): Entry {
  const person = {
    id: contact.id,
    name: contact.name,
    screenName: contact.nickname,
    username: null,
    profileImageHash: null,
    phoneNumber: contact.phoneNumber,
    websiteUrl: null,
    isVerified: false,
  };
  const accounts = contact.accounts.toSorted(
    (a, b) =>
      Number(b.isDefault) - Number(a.isDefault) ||
      PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform),
  );
  return {
    id: contact.id,
    platforms: platformBits(accounts.map(({ platform }) => platform)),
    card: cardOf({ ...person, accounts, isContact: true }),
    ...keysOf({ ...person, accounts }),
  };
}

/** People with their accounts; the caller adds WHERE and ORDER BY. */
export const SELECT_PEOPLE = `
  SELECT id, name, screen_name AS "screenName", username, is_verified AS "isVerified",
    profile_image_hash AS "profileImageHash", phone_number AS "phoneNumber", website_url AS "websiteUrl",
    coalesce((SELECT json_agg(json_build_object('platform', a.platform, 'username', a.username, 'position', a.position))
      FROM payment_accounts a WHERE a.user_id = users.id), '[]') AS accounts
  FROM users`;

export const SELECT_CONTACTS = `
  SELECT id, user_id AS "ownerId", name, nickname, phone_number AS "phoneNumber",
    coalesce((SELECT json_agg(json_build_object('platform', a.platform, 'username', a.username, 'isDefault', a.is_default))
      FROM contact_payment_accounts a WHERE a.contact_id = contacts.id), '[]') AS accounts
  FROM contacts`;

/**
 * Brings what these people are found by up to date. Call it in the transaction that inserts or changes a person or
 * their accounts; a deletion needs no call.
 */
export async function indexPeople(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const wanted = sql.param([...ids]);
  // Locked before the accounts are read: of two changes to one person, the later sees the earlier.
  await db.execute(
    sql`SELECT FROM users WHERE id = ANY(${wanted}::int[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const { rows } = await db.execute(
    sql`${sql.raw(SELECT_PEOPLE)} WHERE id = ANY(${wanted}::int[])`,
  );
  await storeEntries(db, DIRECTORY, (rows as unknown as PersonSource[]).map(personEntry));
}

/** The same for private contacts; their rows must be locked already. */
export async function indexContacts(
  db: Db,
  ownerId: number,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await db.execute(
    sql`${sql.raw(SELECT_CONTACTS)} WHERE user_id = ${ownerId} AND id = ANY(${sql.param([...ids])}::int[])`,
  );
  await storeEntries(db, ownerId, (rows as unknown as ContactSource[]).map(contactEntry));
}

interface KnownRow extends Record<string, unknown> {
  id: number;
  platforms: number;
  card: string;
  keys: string[];
}

async function storeEntries(db: Db, owner: number, entries: Entry[]): Promise<void> {
  const ids = sql.param(entries.map(({ id }) => id));
  const known = await db.execute<KnownRow>(
    sql`SELECT id, platforms, card, keys FROM search_people WHERE owner = ${owner} AND id = ANY(${ids}::int[])`,
  );
  const before = new Map(known.rows.map((row) => [row.id, row]));
  const hasSameKeys = ({ id, platforms, keys }: Entry) => {
    const row = before.get(id);
    return (
      row?.platforms === platforms &&
      row.keys.length === keys.length &&
      keys.every(({ key }, at) => key === row.keys[at])
    );
  };
  for (const entry of entries) {
    if (!hasSameKeys(entry) || before.get(entry.id)?.card === entry.card) continue;
    await db.execute(
      sql`UPDATE search_people SET card = ${entry.card} WHERE owner = ${owner} AND id = ${entry.id}`,
    );
  }
  const changed = entries.filter((entry) => !hasSameKeys(entry));
  if (changed.length === 0) return;
  // A trigger deletes the keys.
  const outdated = sql.param(changed.map(({ id }) => id));
  await db.execute(
    sql`DELETE FROM search_people WHERE owner = ${owner} AND id = ANY(${outdated}::int[])`,
  );
  await insertEntries(db, owner, changed);
}

async function insertEntries(db: Db, owner: number, entries: Entry[]): Promise<void> {
  const people = entries.map(({ id, platforms, card, keys }) => ({
    id,
    platforms,
    card,
    keys: keys.map(({ key }) => key),
  }));
  await db.execute(
    sql`INSERT INTO search_people (owner, id, platforms, card, keys)
        SELECT ${owner}, id, platforms, card, keys FROM json_to_recordset(${JSON.stringify(people)}::json)
          AS row (id int, platforms int2, card text, keys text[])`,
  );
  const keys = entries.flatMap(({ id, platforms, keys: own }) =>
    own.map(({ key, shared }) => ({ key, id, platforms, shared })),
  );
  await db.execute(
    sql`INSERT INTO search_keys (owner, key, id, platforms, shared)
        SELECT ${owner}, key, id, platforms, shared FROM json_to_recordset(${JSON.stringify(keys)}::json)
          AS row (key text, id int, platforms int2, shared int2)`,
  );
  // In one order, so that two transactions with the same new words do not deadlock.
  const words = [...new Set(entries.flatMap((entry) => entry.words))].sort();
  await db.execute(
    sql`INSERT INTO search_words (word) SELECT unnest(${sql.param(words)}::text[]) ON CONFLICT DO NOTHING`,
  );
}
