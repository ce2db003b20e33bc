import { eq } from 'drizzle-orm';
import { handleFacts } from '#server/lib/handle-facts.ts';
import type { Db } from './client.ts';
import { rankedOrder } from './ranking.ts';
import { paymentAccounts, users } from './schema.ts';
import type { UserRow } from './users.ts';

export const ownHandleColumns = {
  id: paymentAccounts.id,
  platform: paymentAccounts.platform,
  username: paymentAccounts.username,
  handleSince: paymentAccounts.handleSince,
  proof: paymentAccounts.proof,
  proofDetail: paymentAccounts.proofDetail,
  provenAt: paymentAccounts.provenAt,
};

type AccountRow = Pick<typeof paymentAccounts.$inferSelect, keyof typeof ownHandleColumns>;
type Owner = Pick<UserRow, 'emailKey' | 'emailProvenAt'>;

export function toOwnHandle({ handleSince, ...account }: AccountRow, owner: Owner) {
  const emailProvenAt = owner.emailProvenAt?.getTime() ?? null;
  const provenAt = account.provenAt?.getTime() ?? null;
  const stored = { ...account, since: handleSince.getTime(), provenAt };
  return { ...account, ...handleFacts(stored, { ...owner, emailProvenAt }) };
}

export async function listOwnHandles(db: Db, userId: number) {
  const rows = await db
    .select({
      account: ownHandleColumns,
      owner: { emailKey: users.emailKey, emailProvenAt: users.emailProvenAt },
    })
    .from(paymentAccounts)
    .innerJoin(users, eq(users.id, paymentAccounts.userId))
    .where(eq(paymentAccounts.userId, userId))
    .orderBy(...rankedOrder);
  return rows.map(({ account, owner }) => toOwnHandle(account, owner));
}
