import { sql } from 'drizzle-orm';
import { looksIn } from '#server/search/keys.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Db } from './client.ts';
import { insertJob } from './jobs.ts';
import { updateLookalikeReviews } from './reviews.ts';

/**
 * Members whose name or username looks like that of a different member, who is verified. The search index has what
 * each name looks like (`S` keys: skeleton, then letters). Two people look alike if a skeleton is the same and the
 * letters differ; the same letters are a common name, not a disguise. The result is `users.lookalike_of`.
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
/** How many the job reads. */
const READ_MAX = 5_000;
/** Verified people with one skeleton and different letters are few. */
const VERIFIED_MAX = 20;

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
    marked.push(...(await markThoseLike(db, id, after.looks)));
    if (await isAnyUnmarked(db, id, after.looks)) await queueTheRest(db, [id]);
  }
  await queueStillMarked(db, formerlyVerified);
  const changed = [...new Set([...unmarked, ...own, ...marked])];
  await updateLookalikeReviews(db, changed);
  return changed;
}

async function queueTheRest(db: Db, ids: readonly number[]) {
  for (const id of ids) {
    await insertJob(db, { lane: 'upkeep', task: 'mark-lookalikes', payload: { id } });
  }
}

/** For people who lost the badge, or are deleted. */
export async function queueStillMarked(db: Db, ids: readonly number[]) {
  await queueTheRest(db, await listStillMarked(db, ids));
}

/**
 * The next of those who look like this person, or no longer do. Needs a transaction that has locked the person. Returns
 * the people whose card must be written again, and whether more are left.
 */
export async function updateLookalikesOf(db: Db, id: number) {
  const { rows } = await db.execute<{ keys: string }>(
    sql`SELECT keys FROM search_people WHERE owner = 0 AND id = ${id}`,
  );
  const own = looksIn(rows[0]?.keys ?? '');
  await lockLooks(db, [{ id, before: own, after: own }]);
  if (own.isVerified) {
    const changed = await markThoseLike(db, id, own.looks, READ_MAX);
    await updateLookalikeReviews(db, changed);
    return { changed, isMoreLeft: await isAnyUnmarked(db, id, own.looks, READ_MAX) };
  }
  const changed = await clearLookalikesOf(db, [id]);
  await markLookalikes(db, changed);
  await updateLookalikeReviews(db, changed);
  return { changed, isMoreLeft: (await listStillMarked(db, [id])).length > 0 };
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

/** Sets for each of these people whom they look like. Returns those for whom that changed. */
export async function markLookalikes(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number; keys: string }>(
    sql`SELECT id, keys FROM search_people WHERE owner = 0 AND id = ANY(${sql.param([...ids])}::int[])`,
  );
  const looks = rows.flatMap(({ id, keys }) => {
    const own = looksIn(keys);
    return own.isVerified ? [] : own.looks.map((look) => ({ id, look }));
  });
  const alike = sql`SELECT DISTINCT ON (look.id) look.id, found.id AS verified
    FROM json_to_recordset(${JSON.stringify(looks)}::json) AS look (id int, look text)
    CROSS JOIN LATERAL ${keysLike('look.look', '0', VERIFIED_MAX)} AS found
    WHERE NOT EXISTS (SELECT FROM search_keys same WHERE same.key = 'S0' || look.look AND same.id = found.id)
    ORDER BY look.id, found.id`;
  const changed = await db.execute<{ id: number }>(
    sql`UPDATE users SET lookalike_of = alike.verified
        FROM unnest(${sql.param([...ids])}::int[]) AS person (id) LEFT JOIN (${alike}) AS alike USING (id)
        WHERE users.id = person.id AND lookalike_of IS DISTINCT FROM alike.verified
        RETURNING users.id`,
  );
  return changed.rows.map(({ id }) => id);
}

/** Keys with the same skeleton as a look and other letters, each side of it read in the order of the index. */
function keysLike(look: string, v: '0' | '1', limit: number, table = 'search_keys') {
  const stem = `split_part(${look}, ' ', 1)`;
  const read = (from: string, to: string) =>
    `(SELECT id, key FROM ${table} WHERE key > ${from} AND key < ${to} ORDER BY key, id LIMIT ${limit})`;
  const [low, own, high] = [
    `'S${v}' || ${stem} || ' '`,
    `'S${v}' || ${look}`,
    `'S${v}' || ${stem} || '!'`,
  ];
  return sql.raw(`(${read(low, own)} UNION ALL ${read(own, high)})`);
}

/** Unmarked people with one of these skeletons and other letters. */
function unmarkedLike(id: number, looks: readonly string[], readMax: number) {
  const wanted = sql.param([...looks]);
  const alike = sql`SELECT found.id FROM unnest(${wanted}::text[]) AS look
    CROSS JOIN LATERAL ${keysLike('look', '1', readMax)} AS found
    WHERE substr(found.key, 3) <> ALL (${wanted}::text[])`;
  return sql`SELECT id FROM users
    WHERE id IN (${alike}) AND lookalike_of IS NULL AND NOT is_verified AND id <> ${id}`;
}

async function markThoseLike(
  db: Db,
  id: number,
  looks: readonly string[],
  readMax = MARKED_MAX,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`UPDATE users SET lookalike_of = ${id} WHERE id IN (
          ${unmarkedLike(id, looks, readMax)} ORDER BY id LIMIT ${MARKED_MAX} FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id`,
  );
  return rows.map(({ id: marked }) => marked);
}

/** Reads one more than were marked, to see whether there are more. */
async function isAnyUnmarked(
  db: Db,
  id: number,
  looks: readonly string[],
  readMax = MARKED_MAX + 1,
): Promise<boolean> {
  const { rows } = await db.execute(sql`${unmarkedLike(id, looks, readMax)} LIMIT 1`);
  return rows.length > 0;
}

/** The same for the whole directory, after a rebuild or an import. Returns who was marked. */
export async function markAllLookalikes(db: Db, keyTable = 'search_keys'): Promise<number[]> {
  const table = sql.raw(keyTable);
  const { rows } = await db.execute<{ id: number }>(
    sql`UPDATE users SET lookalike_of = alike.verified
        FROM (
          SELECT DISTINCT ON (found.id) found.id, verified.id AS verified
          FROM (SELECT id, substr(key, 3) AS look FROM ${table} WHERE key >= 'S0' AND key < 'S1') AS verified
          CROSS JOIN LATERAL ${keysLike('look', '1', MARKED_MAX, keyTable)} AS found
          WHERE NOT EXISTS (
            SELECT FROM ${table} same WHERE same.key = 'S0' || substr(found.key, 3) AND same.id = verified.id)
          ORDER BY found.id, verified.id
        ) AS alike
        WHERE users.id = alike.id AND lookalike_of IS NULL AND NOT is_verified
        RETURNING users.id`,
  );
  const marked = rows.map(({ id }) => id);
  await updateLookalikeReviews(db, marked);
  return marked;
}
