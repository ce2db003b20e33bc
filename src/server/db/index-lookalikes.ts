import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { indexCards } from './index-people.ts';
import { updateLookalikesOf } from './lookalikes.ts';

/** The rest of what a badge that was gained or lost changes for others, a batch in each transaction. */
export async function indexLookalikesOf(db: Db, id: number): Promise<void> {
  for (let isMoreLeft = true; isMoreLeft; ) {
    isMoreLeft = await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`);
      const batch = await updateLookalikesOf(tx, id);
      await indexCards(tx, batch.changed);
      if (batch.isMoreLeft && batch.changed.length === 0) {
        throw new Error('Other transactions hold the rest of the look-alikes.');
      }
      return batch.isMoreLeft;
    });
  }
}
