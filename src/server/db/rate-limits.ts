import { eq, lte, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { rateLimits } from './schema.ts';

interface Count {
  hits: number;
  secondsLeft: number;
}

/** Counts one more in its window and says how it stands: one statement, by the database's clock. */
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

/** Takes one hit back: it turned out to be none of those that count. */
export async function forgiveHit(db: Db, key: string) {
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
