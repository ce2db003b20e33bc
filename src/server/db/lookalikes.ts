import { sql } from 'drizzle-orm';
import { looksIn, looksOf, type Named } from '#server/search/looks.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Db } from './client.ts';
import { insertJob } from './jobs.ts';
import { updateLookalikeReviews } from './reviews.ts';

/**
 * Members whose name or username looks like that of a different member, who is verified. The search index has what
 * each name looks like (`S` keys: skeleton, then letters). Two people look alike if a skeleton is the same, with the
 * same letters or others. The result is `users.lookalike_of`.
 */
interface Looks {
  isVerified: boolean;
  looks: string[];
}

export interface LookChange {
  id: number;
  before: Looks;
  after: Looks;
}

/**
 * How many people one transaction marks, or unmarks, when someone gains or loses the badge. A job does the rest, and
 * those whose row another transaction holds: waiting for them here, with the lock of their looks, could deadlock.
 */
export const MARKED_MAX = 100;
/** How many verified people with one skeleton are considered. */
const VERIFIED_MAX = 20;

/** A place among the keys. */
interface Place {
  key: string;
  id: number;
}
export const FIRST_PLACE: Place = { key: '', id: 0 };

/** Called with the index, in the same transaction. Returns the people whose card must be written again. */
export async function updateLookalikes(db: Db, changes: readonly LookChange[]): Promise<number[]> {
  if (changes.length === 0) return [];
  await lockLooks(db, changes);
  const formerlyVerified = changes.filter(({ before }) => before.isVerified).map(({ id }) => id);
  const unmarked = await clearLookalikesOf(db, formerlyVerified);
  await markLookalikes(db, unmarked);
  const own = await markLookalikes(
    db,
    changes.map(({ id }) => id),
  );
  const marked: number[] = [];
  for (const { id, after } of changes) {
    if (!after.isVerified) continue;
    const found = await markLookalikesOf(db, id, after.looks, FIRST_PLACE);
    marked.push(...found.changed);
    if (found.next || found.hasLockedRows) await queueRemaining(db, [id]);
  }
  await queueStillMarked(db, formerlyVerified);
  const changed = [...new Set([...unmarked, ...own, ...marked])];
  await updateLookalikeReviews(db, changed);
  return changed;
}

/** The people among these with a dismissal. It may end with a name that looks the same as before. */
export async function listDismissedAmong(db: Db, ids: readonly number[]): Promise<LookChange[]> {
  const { rows } = await db.execute<{ id: number; keys: string }>(
    sql`SELECT id, keys FROM search_people WHERE owner = 0 AND id = ANY(${sql.param([...ids])}::int[])
        AND EXISTS (SELECT FROM reviews WHERE user_id = search_people.id AND names_hash IS NOT NULL)`,
  );
  return rows.flatMap(({ id, keys }) => {
    const own = looksIn(keys);
    return own.isVerified ? [] : [{ id, before: own, after: own }];
  });
}

async function queueRemaining(db: Db, ids: readonly number[]) {
  for (const id of ids) {
    await insertJob(db, 'mark-lookalikes', { id });
  }
}

/** For people who lost the badge, or are deleted. */
export async function queueStillMarked(db: Db, ids: readonly number[]) {
  await queueRemaining(db, await listStillMarked(db, ids));
}

interface Batch {
  /** Whose card must be written again. */
  changed: number[];
  /** Whether other transactions hold some of the people. */
  hasLockedRows: boolean;
  /** Where the next batch begins. */
  next: Place | undefined;
}

/**
 * The next of those who look like this person, or no longer do. Needs a transaction that has locked the person.
 */
export async function updateLookalikesOf(db: Db, id: number, from: Place): Promise<Batch> {
  const own = await findLooks(db, id);
  await lockLooks(db, [{ id, before: own, after: own }]);
  const batch = own.isVerified
    ? await markLookalikesOf(db, id, own.looks, from)
    : await unmarkLookalikesOf(db, id);
  await updateLookalikeReviews(db, batch.changed);
  return batch;
}

async function unmarkLookalikesOf(db: Db, id: number): Promise<Batch> {
  const changed = await clearLookalikesOf(db, [id]);
  await markLookalikes(db, changed);
  const isMoreLeft = (await listStillMarked(db, [id])).length > 0;
  const hasLockedRows = isMoreLeft && changed.length === 0;
  return { changed, hasLockedRows, next: isMoreLeft && !hasLockedRows ? FIRST_PLACE : undefined };
}

/**
 * After an admin decided that this person is no look-alike of somebody, or took that back. Needs a transaction that has
 * locked the person. Returns the people whose card must be written again.
 */
export async function updateDecidedLookalike(db: Db, id: number): Promise<number[]> {
  const own = await findLooks(db, id);
  await lockLooks(db, [{ id, before: own, after: own }]);
  const changed = await markLookalikes(db, [id]);
  await updateLookalikeReviews(db, [id]);
  return changed;
}

async function findLooks(db: Db, id: number): Promise<Looks> {
  const { rows } = await db.execute<{ keys: string }>(
    sql`SELECT keys FROM search_people WHERE owner = 0 AND id = ${id}`,
  );
  return looksIn(rows[0]?.keys ?? '');
}

/**
 * Before an update that gives a person these names: a new username or email locks the row for those who refer to it.
 * A transaction that has the lock of the looks may insert an item about the person, so waiting for it after the
 * update could deadlock. Needs a transaction that has locked the person.
 */
export async function lockLooksFor(
  db: Db,
  { id, ...names }: Omit<Named, 'isVerified'> & { id: number },
): Promise<void> {
  // A change of a name may end the badge, and unverified names have more looks.
  const after = { isVerified: false, looks: looksOf({ ...names, isVerified: false }) };
  await lockLooks(db, [{ id, before: await findLooks(db, id), after }]);
}

/** Two people who come to look alike at the same moment wait for each other here, so that one of them sees the other. */
async function lockLooks(db: Db, changes: readonly LookChange[]): Promise<void> {
  const stems = changes.flatMap(({ before, after }) =>
    [...before.looks, ...after.looks].map(stemOf),
  );
  await db.execute(
    sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.looks}, hash) FROM (
          SELECT DISTINCT hashtext(stem) AS hash FROM unnest(${sql.param(stems)}::text[]) AS stem ORDER BY 1
        ) AS sorted`,
  );
}

const stemOf = (look: string) => look.slice(0, look.indexOf(' '));

/** Returns whose mark was removed. They may look like someone else: mark them again. */
export async function clearLookalikesOf(db: Db, verifiedIds: readonly number[]): Promise<number[]> {
  if (verifiedIds.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(
    sql`UPDATE users SET lookalike_of = NULL WHERE id IN (
          SELECT id FROM users WHERE lookalike_of = ANY(${sql.param([...verifiedIds])}::int[])
          ORDER BY id LIMIT ${MARKED_MAX} FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

async function listStillMarked(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT id FROM unnest(${sql.param([...ids])}::int[]) AS formerly (id)
        WHERE EXISTS (SELECT FROM users WHERE lookalike_of = formerly.id)`,
  );
  return rows.map(({ id }) => id);
}

/** Sets who each of these people looks like. Returns the people with a change. */
export async function markLookalikes(
  db: Db,
  ids: readonly number[],
  keyTable = 'search_keys',
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number; keys: string }>(
    sql`SELECT id, keys FROM search_people WHERE owner = 0 AND id = ANY(${sql.param([...ids])}::int[])`,
  );
  const stems = rows.flatMap(({ id, keys }) => {
    const own = looksIn(keys);
    return own.isVerified ? [] : own.looks.map((look) => ({ id, stem: stemOf(look) }));
  });
  const alike = sql`SELECT DISTINCT ON (own.id) own.id, found.id AS verified
    FROM json_to_recordset(${JSON.stringify(stems)}::json) AS own (id int, stem text)
    CROSS JOIN LATERAL (
      SELECT id FROM ${sql.raw(keyTable)} WHERE ${isLike('own.stem', '0')} ORDER BY key, id LIMIT ${VERIFIED_MAX}
    ) AS found
    WHERE NOT ${isDismissed('own.id', 'found.id')}
    ORDER BY own.id, found.id`;
  // A verified member who is not listed has the keys of an unverified one.
  const changed = await db.execute<{ id: number }>(
    sql`UPDATE users SET lookalike_of = alike.verified
        FROM unnest(${sql.param([...ids])}::int[]) AS person (id)
        JOIN users AS own USING (id) LEFT JOIN (${alike}) AS alike ON alike.id = person.id AND NOT own.is_verified
        WHERE users.id = person.id AND users.lookalike_of IS DISTINCT FROM alike.verified
        RETURNING users.id`,
  );
  return changed.rows.map(({ id }) => id);
}

/** The SQL condition that a key has this skeleton. */
const isLike = (stem: string, v: '0' | '1') =>
  sql.raw(`key >= 'S${v}' || ${stem} || ' ' AND key < 'S${v}' || ${stem} || '!'`);

/** All names of two people, as a dismissal stores them: which field has which name matters, and so do case and accents. */
export const pairNamesHash = (id: string, verifiedId: string) =>
  sql.raw(`(SELECT encode(sha256(convert_to(json_agg(
      json_build_array(person.id, person.name, person.screen_name, person.username) ORDER BY person.id)::text, 'UTF8')), 'hex')
    FROM users person WHERE person.id IN (${id}, ${verifiedId}))`);

/** Whether an admin dismissed the pair with the names that the two have now. */
const isDismissed = (id: string, verifiedId: string) =>
  sql`EXISTS (SELECT FROM reviews d WHERE d.user_id = ${sql.raw(id)} AND d.other_user_id = ${sql.raw(verifiedId)}
    AND d.kind = 'lookalike' AND d.action = 'dismiss' AND d.names_hash = ${pairNamesHash(id, verifiedId)})`;

/** Marks the next of those who look like a verified person, in the order of the index. */
async function markLookalikesOf(
  db: Db,
  id: number,
  looks: readonly string[],
  from: Place,
): Promise<Batch> {
  const stems = sql.param([...new Set(looks.map(stemOf))]);
  const { rows } = await db.execute<{ key: string; id: number }>(
    sql`SELECT found.key, found.id FROM unnest(${stems}::text[]) AS stem CROSS JOIN LATERAL (
          SELECT key, id FROM search_keys
          WHERE ${isLike('stem', '1')} AND (key, id) > (${from.key}, ${from.id}::int)
          ORDER BY key, id LIMIT ${MARKED_MAX}
        ) AS found ORDER BY found.key, found.id LIMIT ${MARKED_MAX}`,
  );
  const unmarked = sql`SELECT id FROM users WHERE id = ANY(${sql.param(rows.map((row) => row.id))}::int[])
    AND lookalike_of IS NULL AND NOT is_verified AND id <> ${id}
    AND NOT ${isDismissed('users.id', String(id))}`;
  const marked = await db.execute<{ id: number }>(
    sql`UPDATE users SET lookalike_of = ${id} WHERE id IN (${unmarked} ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id`,
  );
  const left = await db.execute(sql`${unmarked} LIMIT 1`);
  return {
    changed: marked.rows.map((row) => row.id),
    hasLockedRows: left.rows.length > 0,
    next: rows.length === MARKED_MAX ? rows.at(-1) : undefined,
  };
}

/** Marks look-alikes in the whole directory, after a rebuild or an import. Returns who was marked. */
export async function markAllLookalikes(db: Db, keyTable = 'search_keys'): Promise<number[]> {
  const table = sql.raw(keyTable);
  // One verified person for each skeleton: with all of them, common names would make too many pairs.
  const { rows } = await db.execute<{ id: number }>(
    sql`UPDATE users SET lookalike_of = alike.verified
        FROM (
          SELECT found.id, min(verified.id) AS verified
          FROM (SELECT split_part(substr(key, 3), ' ', 1) AS stem, min(id) AS id FROM ${table}
            WHERE key >= 'S0' AND key < 'S1' GROUP BY 1) AS verified
          CROSS JOIN LATERAL (SELECT id FROM ${table} WHERE ${isLike('stem', '1')}) AS found
          WHERE NOT ${isDismissed('found.id', 'verified.id')}
          GROUP BY found.id
        ) AS alike
        WHERE users.id = alike.id AND lookalike_of IS NULL AND NOT is_verified
        RETURNING users.id`,
  );
  const marked = new Set(rows.map(({ id }) => id));
  for (const id of await markLookalikes(db, await listDismissed(db), keyTable)) marked.add(id);
  await updateLookalikeReviews(db, [...marked]);
  return [...marked];
}

/** People who may look like another verified member than the one they were dismissed for. */
async function listDismissed(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT DISTINCT user_id AS id FROM reviews JOIN users ON users.id = user_id
        WHERE kind = 'lookalike' AND names_hash IS NOT NULL AND lookalike_of IS NULL`,
  );
  return rows.map(({ id }) => id);
}
