import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { type AuditUser, insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { deletePasswordUndos, deleteUndosOf, insertNotice } from '#server/db/notices.ts';
import {
  contacts,
  passkeys,
  paymentAccounts,
  reviews,
  savedPeople,
  users,
} from '#server/db/schema.ts';
import { deleteSessionsOf } from '#server/db/sessions.ts';
import { isNeverConfirmed, type UserRow, userColumns } from '#server/db/users.ts';
import {
  deleteConfirmationsOf,
  NO_PENDING_EMAIL,
  NO_RESET_TOKEN,
} from '#server/features/accounts/email/link-queries.ts';
import type { OwnSession } from '#server/features/accounts/sessions/queries.ts';
import { notSignedIn } from '#server/lib/app-error.ts';
import type { Origin } from '#server/lib/origin.ts';

export async function findCredentials(db: Db, emailKey: string) {
  const [row] = await db
    .select({ ...userColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.emailKey, emailKey));
  return row;
}

/** The credentials of a member who is signed in. */
export async function findOwnCredentials(db: Db, userId: number) {
  const [row] = await db
    .select({ ...userColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) throw notSignedIn();
  return row;
}

/** Locks the row: a reset at the same moment waits, or has already ended every session. */
export async function isPasswordUnchanged(db: Db, userId: number, passwordHash: string) {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash)))
    // With a shared lock, two logins that replace the hash would deadlock.
    .for('no key update');
  return rows.length > 0;
}

export async function updatePasswordHash(db: Db, userId: number, passwordHash: string) {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** `user` is undefined if no account has this address. */
export async function insertFailedLogin(
  db: Db,
  user: AuditUser | undefined,
  email: string,
  { ip, device }: Origin,
) {
  const details = { email, device };
  await insertAudit(db, { action: 'login-failed', subject: user ?? null, ip, details });
}

const newPassword = (passwordHash: string) => ({
  passwordHash,
  passwordChangedAt: sql`now()`,
  devicesSince: sql`now()`,
  ...NO_RESET_TOKEN,
  ...NO_PENDING_EMAIL,
});

interface PasswordChange {
  before: string | null;
  passwordHash: string;
}

/** Ends all other sessions and reset links; needs a transaction that has locked the user. Returns since when devices count. */
export async function updateOwnPassword(
  db: Db,
  session: OwnSession,
  { before, passwordHash }: PasswordChange,
  origin: Origin,
): Promise<Date | null> {
  const { user } = session;
  const [row] = await db
    .update(users)
    .set(newPassword(passwordHash))
    .where(eq(users.id, user.id))
    .returning({ devicesSince: users.devicesSince });
  await deleteSessionsOf(db, user.id, session.id);
  await insertNotice(db, {
    kind: 'password-changed',
    user,
    ...origin,
    before: { passwordHash: before },
    details: { device: origin.device },
  });
  return row?.devicesSince ?? null;
}

const NOTHING_ADDED = {
  isVerified: false,
  phoneNumber: null,
  websiteUrl: null,
  profileImage: null,
  profileImageHash: null,
};

/** A token is valid only for the address it was emailed to. */
const isLiveResetToken = (tokenHash: Buffer) =>
  and(
    eq(users.resetTokenHash, tokenHash),
    eq(users.resetTokenEmailKey, users.emailKey),
    gt(users.resetTokenExpiry, sql`now()`),
  );

export async function findUserByResetToken(db: Db, tokenHash: Buffer) {
  const [row] = await db.select(userColumns).from(users).where(isLiveResetToken(tokenHash));
  return row;
}

/**
 * Uses the link up and sets the password. `db` is a transaction, and the user is locked first: of any number at once,
 * one finds the link. It was emailed to the account's address, so following it also proves the mailbox. Ends every session.
 * What is in a never-confirmed account may be a stranger's, and is removed; an account without a
 * password was imported, and nobody has had a session of it.
 */
export async function updatePasswordByToken(
  db: Db,
  tokenHash: Buffer,
  passwordHash: string,
  ip: string,
): Promise<UserRow | undefined> {
  const [before] = await db
    .select({ ...userColumns, hasPassword: isNotNull(users.passwordHash).mapWith(Boolean) })
    .from(users)
    .where(isLiveResetToken(tokenHash))
    .for('update');
  const isCleared = before?.hasPassword === true && isNeverConfirmed(before);
  const [row] = await db
    .update(users)
    .set({
      ...newPassword(passwordHash),
      needsNewPassword: false,
      ...(isCleared ? NOTHING_ADDED : {}),
      emailProvenAt: sql`coalesce(${users.emailProvenAt}, now())`,
    })
    .where(isLiveResetToken(tokenHash))
    .returning(userColumns);
  if (!row) return undefined;
  if (isCleared) {
    await db.delete(paymentAccounts).where(eq(paymentAccounts.userId, row.id));
    await db.delete(contacts).where(eq(contacts.userId, row.id));
    await db.delete(passkeys).where(eq(passkeys.userId, row.id));
    await db.delete(savedPeople).where(eq(savedPeople.ownerId, row.id));
    await db
      .delete(reviews)
      .where(
        and(eq(reviews.userId, row.id), eq(reviews.kind, 'verification'), isNull(reviews.closedAt)),
      );
    await deleteUndosOf(db, row.id);
  }
  // A confirmed address may prove a handle.
  await indexPeople(db, [row.id]);
  await deleteSessionsOf(db, row.id);
  await deleteConfirmationsOf(db, row.id);
  await deletePasswordUndos(db, row.id, row.emailKey ?? '');
  const details = isCleared ? { isCleared } : {};
  await insertAudit(db, { action: 'password-reset', actor: row, subject: row, ip, details });
  return row;
}
