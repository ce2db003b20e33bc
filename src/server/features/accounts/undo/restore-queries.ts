import { and, eq, gt, gte, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { displayHandle } from '#contract/handles.ts';
import { PLATFORM_LABELS, PLATFORMS, type Platform } from '#contract/platforms/registry.ts';
import type { Db } from '#server/db/client.ts';
import { lockLooksFor } from '#server/db/lookalikes.ts';
import type { Undo } from '#server/db/notices.ts';
import { type RestorableHandle, restorableHandle } from '#server/db/restorable-handle.ts';
import {
  contacts,
  passkeys,
  paymentAccounts,
  reviews,
  savedPeople,
  users,
} from '#server/db/schema.ts';
import { isNeverConfirmed, type UserRow, updateLockedUser, userColumns } from '#server/db/users.ts';
import { updateUnverified } from '#server/db/verification.ts';
import { NO_PROOF, queueWebsiteCheck } from '#server/db/website-proofs.ts';
import { deleteUser, updateRetired } from '#server/features/accounts/profile/queries.ts';
import { AppError } from '#server/lib/app-error.ts';
import { emailKey } from '#server/lib/keys.ts';
import type { Origin } from '#server/lib/origin.ts';
import { isEffectiveAdmin } from '#server/lib/roles.ts';

export interface UndoContext {
  origin: Origin;
  adminEmails: string[];
}

const EMAIL_TAKEN =
  'Another account has your previous email by now. Log in to it and delete it, then open this link again.';

export const emailTaken = () => new AppError(409, 'EMAIL_TAKEN', EMAIL_TAKEN);

const BEFORE = {
  email: z.object({
    email: z.string(),
    emailProvenAt: z.iso.datetime().nullable(),
    wasConfirmed: z.boolean(),
    passwordHash: z.string().nullable(),
  }),
  password: z.object({ passwordHash: z.string().nullable() }),
  added: z.object({ platform: z.enum(PLATFORMS) }),
  handle: restorableHandle,
  username: z.object({ username: z.string().nullable() }),
};

/** What the owner has again, if it is a name: they may see that an earlier change was not theirs either. */
export function restoredName({ kind, before }: Undo): string | undefined {
  if (kind === 'username-changed') return BEFORE.username.parse(before).username ?? undefined;
  if (kind !== 'handle-changed' && kind !== 'handle-removed') return undefined;
  const { platform, username } = BEFORE.handle.parse(before);
  return displayHandle(platform, username);
}

/** Needs a transaction in which `user` is locked. The caller updates the search index. */
export async function restore(
  db: Db,
  user: UserRow,
  undo: Undo,
  context: UndoContext,
): Promise<UserRow> {
  const { origin } = context;
  switch (undo.kind) {
    case 'email-changed':
      return restoreEmail(db, user, undo, context);
    case 'password-changed':
      return updateLockedUser(db, user.id, {
        passwordHash: BEFORE.password.parse(undo.before).passwordHash,
        passwordChangedAt: sql`now()`,
        devicesSince: sql`now()`,
      });
    case 'handle-changed':
    case 'handle-removed':
      await restoreHandle(db, user, BEFORE.handle.parse(undo.before), origin);
      return user;
    case 'username-changed':
      return restoreUsername(db, user, BEFORE.username.parse(undo.before).username, origin);
    default:
      // Passkeys are removed for every kind.
      return user;
  }
}

/** Even the last admin gets the address back: the role is granted again at the command line. */
async function restoreEmail(
  db: Db,
  user: UserRow,
  undo: Undo,
  context: UndoContext,
): Promise<UserRow> {
  const before = BEFORE.email.parse(undo.before);
  const key = emailKey(before.email);
  await deleteDecoy(db, key, undo, context);
  return updateLockedUser(db, user.id, {
    email: before.email,
    emailKey: key,
    emailProvenAt: before.emailProvenAt === null ? null : new Date(before.emailProvenAt),
    wasConfirmed: before.wasConfirmed,
    passwordHash: before.passwordHash,
    passwordChangedAt: sql`now()`,
    devicesSince: sql`now()`,
  });
}

/**
 * Registering the previous address must not keep its owner from getting the account back, even if they took the new
 * account for theirs and reset its password.
 */
async function deleteDecoy(
  db: Db,
  key: string,
  { userId, createdAt }: Undo,
  { origin, adminEmails }: UndoContext,
) {
  const [other] = await db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.emailKey, key), ne(users.id, userId)))
    .for('update');
  if (!other) return;
  const isDecoy =
    isNeverConfirmed(other) || (other.createdAt > createdAt && (await isEmpty(db, other)));
  if (isEffectiveAdmin(other, adminEmails) || !isDecoy) throw emailTaken();
  await deleteUser(db, other, null, origin);
}

/** As a reset leaves a never-confirmed account: nobody has put anything into it since. */
async function isEmpty(db: Db, user: UserRow): Promise<boolean> {
  const { id, phoneNumber, websiteUrl, profileImageHash, isVerified, suspendedAt } = user;
  if (phoneNumber || websiteUrl || profileImageHash || suspendedAt || isVerified) return false;
  const counts = [
    await db.$count(paymentAccounts, eq(paymentAccounts.userId, id)),
    await db.$count(contacts, eq(contacts.userId, id)),
    await db.$count(savedPeople, eq(savedPeople.ownerId, id)),
    await db.$count(passkeys, eq(passkeys.userId, id)),
    await db.$count(reviews, eq(reviews.userId, id)),
  ];
  return counts.every((count) => count === 0);
}

async function restoreHandle(
  db: Db,
  user: UserRow,
  { platform, username, position, since, isReplacement, proof, provenAt }: RestorableHandle,
  origin: Origin,
) {
  const where = and(eq(paymentAccounts.userId, user.id), eq(paymentAccounts.platform, platform));
  const [now] = await db
    .select({ username: paymentAccounts.username })
    .from(paymentAccounts)
    .where(where);
  await db
    .insert(paymentAccounts)
    .values({ userId: user.id, platform, username, position })
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.platform],
      set: { username, position },
    });
  // Triggers record the restored handle as a change; payers must not be warned about it.
  await db
    .update(paymentAccounts)
    .set({
      handleSince: new Date(since),
      isReplacement,
      ...(proof === 'email' && provenAt !== null
        ? { ...NO_PROOF, proof, provenAt: new Date(provenAt) }
        : {}),
    })
    .where(where);
  if (proof === 'website' && user.websiteUrl !== null) await queueWebsiteCheck(db, user.id);
  const change = { from: now?.username ?? null, to: username };
  await updateUnverified(db, user, { [platform]: change }, origin);
}

/** Whether the value before a change was itself added after the change of email. */
export function restoresAddedHandle({ before }: Undo, emailChange: Undo): boolean {
  const handle = BEFORE.handle.safeParse(before).data;
  return handle !== undefined && new Date(handle.since) >= emailChange.createdAt;
}

/** Handles that were added after a change of email, except those that are restored. */
export async function deleteAddedHandles(
  db: Db,
  user: UserRow,
  { createdAt }: Undo,
  restored: readonly Undo[],
  origin: Origin,
): Promise<string[]> {
  const kept = restored.flatMap(
    ({ before }) => BEFORE.handle.safeParse(before).data?.platform ?? [],
  );
  const isAdded = and(
    gte(paymentAccounts.handleSince, createdAt),
    notInArray(paymentAccounts.platform, kept),
  );
  return deleteHandles(db, user, isAdded, origin);
}

/** What is on the platform of an added handle by now: it may have been replaced since. */
export async function deleteAddedHandle(
  db: Db,
  user: UserRow,
  { before }: Undo,
  origin: Origin,
): Promise<string[]> {
  const { platform } = BEFORE.added.parse(before);
  return deleteHandles(db, user, eq(paymentAccounts.platform, platform), origin);
}

async function deleteHandles(
  db: Db,
  user: UserRow,
  where: SQL | undefined,
  origin: Origin,
): Promise<string[]> {
  const rows = await db
    .delete(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, user.id), where))
    .returning(shownColumns);
  const changes = rows.map(({ platform, username }) => [platform, { from: username, to: null }]);
  await updateUnverified(db, user, Object.fromEntries(changes), origin);
  return rows.map(describeHandle);
}

/** Handles of the last 7 days: a thief may have added one, and the first ones of an account are not emailed about. */
export async function listAddedHandles(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select(shownColumns)
    .from(paymentAccounts)
    .where(
      and(
        eq(paymentAccounts.userId, userId),
        gt(paymentAccounts.handleSince, sql`now() - interval '7 days'`),
      ),
    );
  return rows.map(describeHandle);
}

const shownColumns = { platform: paymentAccounts.platform, username: paymentAccounts.username };

const describeHandle = ({ platform, username }: { platform: Platform; username: string }) =>
  `${PLATFORM_LABELS[platform]} ${displayHandle(platform, username)}`;

async function restoreUsername(
  db: Db,
  user: UserRow,
  username: string | null,
  origin: Origin,
): Promise<UserRow> {
  if (username === user.username) return user;
  await lockLooksFor(db, { ...user, username });
  await updateUnverified(db, user, { username: { from: user.username, to: username } }, origin);
  const row = await updateLockedUser(db, user.id, { username });
  await updateRetired(db, user, row);
  return row;
}
