import { and, eq, sql } from 'drizzle-orm';
import { isSameHandle } from '#contract/handles.ts';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { insertNotice } from '#server/db/notices.ts';
import { ownHandleColumns, toOwnHandle } from '#server/db/own-handles.ts';
import { paymentAccounts } from '#server/db/schema.ts';
import { lockUser, type UserRow } from '#server/db/users.ts';
import { updateUnverified } from '#server/db/verification.ts';
import { pageSuspended } from '#server/lib/app-error.ts';

/** What the notice of a change restores. */
const restored = {
  platform: paymentAccounts.platform,
  username: paymentAccounts.username,
  position: paymentAccounts.position,
  since: paymentAccounts.handleSince,
  isReplacement: paymentAccounts.isReplacement,
};

async function findHandle(db: Db, userId: number, platform: Platform) {
  const [row] = await db
    .select(restored)
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.platform, platform)));
  return row;
}

// The changes below need a transaction: each locks the user first and updates the search index last.

/** Whether saving this would replace another handle. */
export async function isReplacement(db: Db, userId: number, account: PaymentAccountInput) {
  await lockUser(db, userId);
  const before = await findHandle(db, userId, account.platform);
  return before !== undefined && !isSameHandle(account.platform, before.username, account.username);
}

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
  device?: string,
) {
  const user = await lockOwner(db, userId);
  const { platform } = account;
  const before = await findHandle(db, userId, platform);
  const [row] = await db
    .insert(paymentAccounts)
    .values({ userId, ...account })
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.platform],
      set: { username: account.username },
    })
    // A row that was inserted just now has never been locked or replaced.
    .returning({ ...ownHandleColumns, isNew: sql<boolean>`xmax = 0` });
  if (!row) throw new Error('The database returned no row for the saved account.');
  if (before && !isSameHandle(platform, before.username, account.username)) {
    const change = { from: before.username, to: account.username };
    await updateUnverified(db, user, { [platform]: change }, ip);
    const details = { platform, ...change };
    await insertNotice(db, { kind: 'handle-changed', user, ip, device, before, details });
  } else if (!before) {
    await updateUnverified(db, user, { [platform]: { from: null, to: account.username } }, ip);
  }
  await indexPeople(db, [userId]);
  const { isNew, ...saved } = row;
  return { isNew, ...toOwnHandle(saved, user) };
}

export async function deleteAccount(
  db: Db,
  userId: number,
  platform: Platform,
  ip: string,
  device?: string,
): Promise<boolean> {
  const user = await lockOwner(db, userId);
  const [row] = await db
    .delete(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.platform, platform)))
    .returning(restored);
  if (!row) return false;
  const change = { from: row.username, to: null };
  await updateUnverified(db, user, { [platform]: change }, ip);
  const details = { platform, ...change };
  await insertNotice(db, { kind: 'handle-removed', user, ip, device, before: row, details });
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
