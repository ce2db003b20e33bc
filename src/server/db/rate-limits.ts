import { eq, lte, sql } from 'drizzle-orm';
import type { SharedHits } from '#server/lib/hit-counter.ts';
import type { Db } from './client.ts';
import { rateLimits } from './schema.ts';

interface Count {
  hits: number;
  secondsLeft: number;
}

/** Counts one hit and returns the total of its window: one statement, by the database's clock. */
export async function countHit(db: Db, key: string, windowSeconds: number): Promise<Count> {
  const window = sql`now() + make_interval(secs => ${windowSeconds})`;
  const isOver = sql`${rateLimits.resetsAt} <= now()`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, hits: 1, resetsAt: window })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`CASE WHEN ${isOver} THEN 1 ELSE least(${rateLimits.hits}, 1000000) + 1 END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN ${window} ELSE ${rateLimits.resetsAt} END`,
      },
    })
    .returning({
      hits: rateLimits.hits,
      secondsLeft: sql<number>`ceil(extract(epoch FROM ${rateLimits.resetsAt} - now()))::int`,
    });
  return row ?? { hits: 1, secondsLeft: windowSeconds };
}

/**
 * Adds the hits of many keys of one limit and returns the totals by key. Rows are locked in the order
 * of their keys, so that two nodes do not deadlock.
 */
export async function addHits(
  db: Db,
  limit: string,
  batch: SharedHits[],
): Promise<Map<string, SharedHits>> {
  const prefix = `${limit}:`;
  const columns = {
    keys: sql.param(batch.map(({ key }) => prefix + key)),
    hits: sql.param(batch.map(({ hits }) => hits)),
    seconds: sql.param(batch.map(({ secondsLeft }) => secondsLeft)),
  };
  const { rows } = await db.execute<{ key: string; hits: number; secondsLeft: number }>(sql`
    INSERT INTO rate_limits AS shared (key, hits, resets_at)
    SELECT key, hits, now() + make_interval(secs => seconds)
      FROM unnest(${columns.keys}::text[], ${columns.hits}::int[], ${columns.seconds}::int[])
           AS batch (key, hits, seconds)
     ORDER BY key COLLATE "C"
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN shared.resets_at <= now() THEN excluded.hits
                  ELSE least(shared.hits, 1000000) + excluded.hits END,
      resets_at = CASE WHEN shared.resets_at <= now() THEN excluded.resets_at
                       ELSE shared.resets_at END
    RETURNING key, hits, ceil(extract(epoch FROM resets_at - now()))::int AS "secondsLeft"`);
  return new Map(rows.map((row) => [row.key.slice(prefix.length), row]));
}

/** Takes one hit back, such as that of a login that succeeded. */
export async function refundHit(db: Db, key: string) {
  await db
    .update(rateLimits)
    .set({ hits: sql`greatest(${rateLimits.hits} - 1, 0)` })
    .where(eq(rateLimits.key, key));
}

export async function deleteHits(db: Db, key: string) {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

export async function deleteExpiredHits(db: Db) {
  await db.delete(rateLimits).where(lte(rateLimits.resetsAt, sql`now()`));
}
