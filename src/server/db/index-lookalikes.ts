import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { indexCards } from './index-people.ts';
import { FIRST_PLACE, updateDecidedLookalike, updateLookalikesOf } from './lookalikes.ts';

/** The rest of what a badge that was gained or lost changes for others, a batch in each transaction. */
export async function indexLookalikesOf(db: Db, id: number): Promise<void> {
  let hasLockedRows = false;
  for (let from: typeof FIRST_PLACE | undefined = FIRST_PLACE; from; ) {
    const start: typeof FIRST_PLACE = from;
    const batch = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`);
      const updated = await updateLookalikesOf(tx, id, start);
      await indexCards(tx, updated.changed);
      return updated;
    });
    hasLockedRows ||= batch.hasLockedRows;
    from = batch.next;
  }
  if (hasLockedRows) throw new Error('Other transactions hold the rest of the look-alikes.');
}

/** For the query that dismisses a look-alike or reopens it, in its transaction. */
export async function indexDecidedLookalike(db: Db, id: number): Promise<void> {
  await indexCards(db, await updateDecidedLookalike(db, id));
}
