import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { userCounts } from './schema.ts';

/** Exact, and read from a few rows however many users there are. */
export async function findUserCounts(db: Db) {
  const [row] = await db
    .select({
      total: sql<number>`coalesce(sum(${userCounts.total}), 0)::int`,
      verified: sql<number>`coalesce(sum(${userCounts.verified}), 0)::int`,
    })
    .from(userCounts);
  return row ?? { total: 0, verified: 0 };
}

/** One statement: readers see the rows before it or their sum, and rows added meanwhile stay. */
export async function foldUserCounts(db: Db) {
  await db.execute(sql`
    WITH folded AS (DELETE FROM ${userCounts} RETURNING total, verified)
    INSERT INTO ${userCounts} (total, verified)
    SELECT sum(total), sum(verified) FROM folded HAVING count(*) > 0`);
}
