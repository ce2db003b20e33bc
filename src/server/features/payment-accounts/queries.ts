import { and, eq, sql } from 'drizzle-orm';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import type { Db } from '#server/db/client.ts';
import { rankedOrder } from '#server/db/ranking.ts';
import { paymentAccounts } from '#server/db/schema.ts';

const columns = {
  id: paymentAccounts.id,
  platform: paymentAccounts.platform,
  username: paymentAccounts.username,
};

export async function listAccounts(db: Db, userId: number) {
  return db
    .select(columns)
    .from(paymentAccounts)
    .where(eq(paymentAccounts.userId, userId))
    .orderBy(...rankedOrder);
}

/** One a platform: saving again replaces the handle and keeps its rank. */
export async function saveAccount(db: Db, userId: number, account: PaymentAccountInput) {
  const [row] = await db
    .insert(paymentAccounts)
    .values({ userId, ...account })
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.platform],
      set: { username: account.username },
    })
    // A row that was inserted just now has never been locked or replaced.
    .returning({ ...columns, isNew: sql<boolean>`xmax = 0` });
  if (!row) throw new Error('The saved account was not answered.');
  return row;
}

export async function deleteAccount(db: Db, userId: number, platform: Platform): Promise<boolean> {
  const rows = await db
    .delete(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.platform, platform)))
    .returning({ id: paymentAccounts.id });
  return rows.length > 0;
}

/** Ranks what is listed, in its order; what is not listed follows unranked. */
export async function updateRanking(db: Db, userId: number, platforms: Platform[]) {
  const ranks = sql`array_position(${sql.param(platforms)}::text[], ${paymentAccounts.platform})`;
  await db
    .update(paymentAccounts)
    .set({ position: ranks })
    .where(eq(paymentAccounts.userId, userId));
}
