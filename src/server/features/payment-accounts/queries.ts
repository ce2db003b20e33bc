import { and, eq, sql } from 'drizzle-orm';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { rankedOrder } from '#server/db/ranking.ts';
import { paymentAccounts, users } from '#server/db/schema.ts';
import { lockUser, type UserRow } from '#server/db/users.ts';
import { updateUnverified } from '#server/db/verification.ts';
import { pageSuspended } from '#server/lib/app-error.ts';
import { handleFacts } from '#server/lib/handle-facts.ts';

const columns = {
  id: paymentAccounts.id,
  platform: paymentAccounts.platform,
  username: paymentAccounts.username,
  handleSince: paymentAccounts.handleSince,
};

type AccountRow = Pick<typeof paymentAccounts.$inferSelect, keyof typeof columns>;
type Owner = Pick<UserRow, 'emailKey' | 'emailProvenAt'>;

function toOwnHandle({ handleSince, ...account }: AccountRow, owner: Owner) {
  const { platform, username } = account;
  const emailProvenAt = owner.emailProvenAt?.getTime() ?? null;
  const facts = handleFacts(platform, username, handleSince.getTime(), { ...owner, emailProvenAt });
  return { ...account, ...facts };
}

export async function listAccounts(db: Db, userId: number) {
  const rows = await db
    .select({
      account: columns,
      owner: { emailKey: users.emailKey, emailProvenAt: users.emailProvenAt },
    })
    .from(paymentAccounts)
    .innerJoin(users, eq(users.id, paymentAccounts.userId))
    .where(eq(paymentAccounts.userId, userId))
    .orderBy(...rankedOrder);
  return rows.map(({ account, owner }) => toOwnHandle(account, owner));
}

async function findHandle(db: Db, userId: number, platform: Platform): Promise<string | null> {
  const [row] = await db
    .select({ username: paymentAccounts.username })
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.platform, platform)));
  return row?.username ?? null;
}

// The changes below need a transaction: each locks the user first and updates the search index last.

/** A suspended member cannot change handles. */
async function lockOwner(db: Db, userId: number): Promise<UserRow> {
  const user = await lockUser(db, userId);
  if (user.suspendedAt) throw pageSuspended();
  return user;
}

/** One a platform: saving again replaces the handle and keeps its rank. */
export async function saveAccount(
  db: Db,
  userId: number,
  account: PaymentAccountInput,
  ip: string,
) {
  const user = await lockOwner(db, userId);
  const before = await findHandle(db, userId, account.platform);
  const [row] = await db
    .insert(paymentAccounts)
    .values({ userId, ...account })
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.platform],
      set: { username: account.username },
    })
    // A row that was inserted just now has never been locked or replaced.
    .returning({ ...columns, isNew: sql<boolean>`xmax = 0` });
  if (!row) throw new Error('The database returned no row for the saved account.');
  const changes = { [account.platform]: { from: before, to: account.username } };
  await updateUnverified(db, user, changes, ip);
  await indexPeople(db, [userId]);
  const { isNew, ...saved } = row;
  return { isNew, ...toOwnHandle(saved, user) };
}

export async function deleteAccount(
  db: Db,
  userId: number,
  platform: Platform,
  ip: string,
): Promise<boolean> {
  const user = await lockOwner(db, userId);
  const [row] = await db
    .delete(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.platform, platform)))
    .returning({ username: paymentAccounts.username });
  if (!row) return false;
  await updateUnverified(db, user, { [platform]: { from: row.username, to: null } }, ip);
  await indexPeople(db, [userId]);
  return true;
}

/** Ranks what is listed, in its order; what is not listed follows unranked. */
export async function updateRanking(db: Db, userId: number, platforms: Platform[]) {
  await lockOwner(db, userId);
  const ranks = sql`array_position(${sql.param(platforms)}::text[], ${paymentAccounts.platform})`;
  await db
    .update(paymentAccounts)
    .set({ position: ranks })
    .where(eq(paymentAccounts.userId, userId));
  await indexPeople(db, [userId]);
}
