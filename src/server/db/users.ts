import { eq, inArray, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { OwnUser } from '#contract/accounts.ts';
import { notSignedIn } from '#server/lib/app-error.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import { dayOf } from '#server/lib/handle-facts.ts';
import { isEffectiveAdmin } from '#server/lib/roles.ts';
import type { Db } from './client.ts';
import { retiredUsernames, users } from './schema.ts';

/** The columns for responses: no hashes and no tokens. */
export const userColumns = {
  id: users.id,
  name: users.name,
  screenName: users.screenName,
  email: users.email,
  emailKey: users.emailKey,
  emailProvenAt: users.emailProvenAt,
  wasConfirmed: users.wasConfirmed,
  passwordChangedAt: users.passwordChangedAt,
  devicesSince: users.devicesSince,
  pendingEmail: users.pendingEmail,
  pendingEmailKey: users.pendingEmailKey,
  username: users.username,
  phoneNumber: users.phoneNumber,
  websiteUrl: users.websiteUrl,
  profileImageHash: users.profileImageHash,
  isVerified: users.isVerified,
  verifiedAt: users.verifiedAt,
  isAdmin: users.isAdmin,
  phoneVisibility: users.phoneVisibility,
  isListed: users.isListed,
  suspendedAt: users.suspendedAt,
  suspendedReason: users.suspendedReason,
  suspensionAnswer: users.suspensionAnswer,
  suspensionAnsweredAt: users.suspensionAnsweredAt,
  createdAt: users.createdAt,
};

export type UserRow = Pick<typeof users.$inferSelect, keyof typeof userColumns>;

/** A former username still leads to its owner. */
export const hasOrHadUsername = (username: string) =>
  or(
    eq(users.username, username),
    eq(
      users.id,
      sql`(SELECT ${retiredUsernames.userId} FROM ${retiredUsernames} WHERE ${retiredUsernames.username} = ${username})`,
    ),
  );

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, id));
  return row;
}

/** For a signed-in user. Throws a 401 if they are gone. */
export async function findOwnUser(db: Db, id: number): Promise<UserRow> {
  const row = await findUser(db, id);
  if (!row) throw notSignedIn();
  return row;
}

/** Finds the user and locks the row until the transaction ends. Lock the user before anything that belongs to them. */
export async function findUserForUpdate(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, id)).for('update');
  return row;
}

/** A weaker lock for changes that keep the user: rows that refer to them, such as a review, can be inserted meanwhile. */
export async function findUserForChange(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db
    .select(userColumns)
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  return row;
}

/** Nobody has proven to own an address of this account: a stranger may have registered it. */
export function isNeverConfirmed(user: Pick<UserRow, 'emailProvenAt' | 'wasConfirmed'>): boolean {
  return user.emailProvenAt === null && !user.wasConfirmed;
}

export type LockStrength = 'update' | 'no key update';

/**
 * Locks users until the transaction ends, in the order of their IDs: two transactions that lock in different orders
 * would deadlock. Returns them in the order given, without those who are gone.
 */
export async function lockUsers(
  db: Db,
  ids: readonly number[],
  strength: LockStrength = 'no key update',
): Promise<UserRow[]> {
  const rows = await db
    .select(userColumns)
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for(strength);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/**
 * Locks the user for a change of what belongs to them, until the transaction ends. Always the first lock. Throws a 401
 * if the user is gone.
 */
export async function lockUser(db: Db, id: number): Promise<UserRow> {
  const row = await findUserForChange(db, id);
  if (!row) throw notSignedIn();
  return row;
}

/** For a user whose row the transaction has locked. The caller updates the search index. */
export async function updateLockedUser(
  db: Db,
  id: number,
  columns: PgUpdateSetSource<typeof users>,
): Promise<UserRow> {
  const [row] = await db.update(users).set(columns).where(eq(users.id, id)).returning(userColumns);
  if (!row) throw new Error('The database returned no row for a locked user.');
  return row;
}

export function toOwnUser(row: UserRow, adminEmails: string[]): OwnUser {
  return {
    id: row.id,
    name: row.name,
    screenName: row.screenName,
    email: row.email,
    isEmailConfirmed: row.emailProvenAt !== null,
    pendingEmail: row.pendingEmail,
    username: row.username,
    phoneNumber: row.phoneNumber,
    websiteUrl: row.websiteUrl,
    profileImage: avatarPath(row.id, row.profileImageHash),
    isVerified: row.isVerified,
    phoneVisibility: row.phoneVisibility,
    isListed: row.isListed,
    isAdmin: isEffectiveAdmin(row, adminEmails),
    suspension: row.suspendedAt && {
      since: row.suspendedAt.toISOString(),
      reason: row.suspendedReason,
      answer: row.suspensionAnswer,
      answeredAt: row.suspensionAnsweredAt?.toISOString() ?? null,
    },
    createdAt: row.createdAt.toISOString(),
    memberSince: dayOf(row.createdAt.getTime()),
  };
}
