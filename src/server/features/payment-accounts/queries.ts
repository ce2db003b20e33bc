import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { isSameHandle } from '#contract/handles.ts';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { insertNotice } from '#server/db/notices.ts';
import { ownHandleColumns, toOwnHandle } from '#server/db/own-handles.ts';
import { findRemovedHandle, restorableColumns } from '#server/db/restorable-handle.ts';
import { handleHistory, paymentAccounts } from '#server/db/schema.ts';
import type { UserRow } from '#server/db/users.ts';
import { updateUnverified } from '#server/db/verification.ts';
import { pageSuspended } from '#server/lib/app-error.ts';
import type { Origin } from '#server/lib/origin.ts';

async function findHandle(db: Db, userId: number, platform: Platform) {
  const [row] = await db
    .select(restorableColumns)
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.platform, platform)));
  return row;
}

// The changes below need a transaction that has locked the user; each updates the search index last.

/** Whether saving this would replace another handle. */
export async function isReplacement(db: Db, userId: number, account: PaymentAccountInput) {
  const before = await findHandle(db, userId, account.platform);
  return before !== undefined && !isSameHandle(account.platform, before.username, account.username);
}

/** A suspended member cannot change handles. */
function refuseSuspended({ suspendedAt }: UserRow) {
  if (suspendedAt) throw pageSuspended();
}

/** Another way to write the same account, such as a pay link. The database would take it for a change, unlike its case. */
function isOtherSpelling(platform: Platform, before: string, now: string): boolean {
  const [a, b] = [before, now].map((handle) => handle.toLowerCase().replace(/^[@$]+/, ''));
  return a !== b && isSameHandle(platform, before, now);
}

/** Whether others may already pay this account, so that another handle could divert payments. */
async function isInUse(db: Db, userId: number): Promise<boolean> {
  const isOld = lt(paymentAccounts.createdAt, sql`now() - interval '1 day'`);
  const old = await db.$count(paymentAccounts, and(eq(paymentAccounts.userId, userId), isOld));
  // A thief may have removed the only one.
  const isRemoved = and(isNotNull(handleHistory.oldHandle), isNull(handleHistory.newHandle));
  const removed = await db.$count(handleHistory, and(eq(handleHistory.userId, userId), isRemoved));
  return old + removed > 0;
}

/** One a platform: saving again replaces the handle and keeps its rank. */
export async function saveAccount(
  db: Db,
  user: UserRow,
  account: PaymentAccountInput,
  origin: Origin,
) {
  refuseSuspended(user);
  const { id: userId } = user;
  const { platform } = account;
  const before = await findHandle(db, userId, platform);
  const removed = before ? undefined : await findRemovedHandle(db, userId, platform);
  const isBack = removed && isSameHandle(platform, removed.username, account.username);
  const known = isBack ? removed : before;
  const isRespelled = known && isOtherSpelling(platform, known.username, account.username);
  const username = isRespelled ? known.username : account.username;
  const [row] = await db
    .insert(paymentAccounts)
    .values({
      userId,
      platform,
      username,
      ...(isBack ? { handleSince: new Date(removed.since) } : {}),
    })
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.platform],
      set: { username },
    })
    // A row that was inserted just now has never been locked or replaced.
    .returning({ ...ownHandleColumns, isNew: sql<boolean>`xmax = 0` });
  if (!row) throw new Error('The database returned no row for the saved account.');
  if (before && !isSameHandle(platform, before.username, account.username)) {
    const change = { from: before.username, to: account.username };
    await updateUnverified(db, user, { [platform]: change }, origin);
    const details = { platform, ...change };
    await insertNotice(db, { kind: 'handle-changed', user, ...origin, before, details });
  } else if (!before) {
    const change = { from: null, to: account.username };
    await updateUnverified(db, user, { [platform]: change }, origin);
    if (isBack) {
      // A trigger compares it with every earlier handle.
      const { isReplacement } = removed;
      await db.update(paymentAccounts).set({ isReplacement }).where(eq(paymentAccounts.id, row.id));
    }
    if (await isInUse(db, userId)) {
      const details = { platform, to: account.username };
      await insertNotice(db, {
        kind: 'handle-added',
        user,
        ...origin,
        before: { platform },
        details,
      });
    }
  }
  await indexPeople(db, [userId]);
  const { isNew, ...saved } = row;
  return { isNew, ...toOwnHandle(saved, user) };
}

export async function deleteAccount(
  db: Db,
  user: UserRow,
  platform: Platform,
  origin: Origin,
): Promise<boolean> {
  refuseSuspended(user);
  const { id: userId } = user;
  const [row] = await db
    .delete(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.platform, platform)))
    .returning(restorableColumns);
  if (!row) return false;
  const change = { from: row.username, to: null };
  await updateUnverified(db, user, { [platform]: change }, origin);
  const details = { platform, ...change };
  await insertNotice(db, { kind: 'handle-removed', user, ...origin, before: row, details });
  await indexPeople(db, [userId]);
  return true;
}

/** Ranks what is listed, in its order; what is not listed follows unranked. */
export async function updateRanking(db: Db, user: UserRow, platforms: Platform[]) {
  refuseSuspended(user);
  const ranks = sql`array_position(${sql.param(platforms)}::text[], ${paymentAccounts.platform})`;
  await db
    .update(paymentAccounts)
    .set({ position: ranks })
    .where(eq(paymentAccounts.userId, user.id));
  await indexPeople(db, [user.id]);
}
