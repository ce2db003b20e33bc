import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { deletePasswordUndos, deleteUndosOf } from '#server/db/notices.ts';
import {
  contacts,
  emailConfirmations,
  passkeys,
  paymentAccounts,
  reviews,
  savedPeople,
  users,
} from '#server/db/schema.ts';
import { deleteSessionsOf } from '#server/db/sessions.ts';
import { isNeverConfirmed, type UserRow, userColumns } from '#server/db/users.ts';
import { deleteConfirmationsOf, NO_PENDING_EMAIL, NO_RESET_TOKEN } from './queries.ts';

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
 * Uses the link up and sets the password in one statement: of any number at once, one finds it. The
 * link was emailed to the account's address, so following it also proves the mailbox. Ends every session.
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
      passwordHash,
      passwordChangedAt: sql`now()`,
      devicesSince: sql`now()`,
      needsNewPassword: false,
      ...NO_RESET_TOKEN,
      ...NO_PENDING_EMAIL,
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

/** The account whose current or pending address a link was emailed to, locked. */
export async function findConfirmation(db: Db, tokenHash: Buffer) {
  const [row] = await db
    .select({ ...userColumns, confirmedKey: emailConfirmations.emailKey })
    .from(emailConfirmations)
    .innerJoin(
      users,
      and(
        eq(users.id, emailConfirmations.userId),
        or(
          eq(users.emailKey, emailConfirmations.emailKey),
          eq(users.pendingEmailKey, emailConfirmations.emailKey),
        ),
      ),
    )
    .where(
      and(
        eq(emailConfirmations.tokenHash, tokenHash),
        gt(emailConfirmations.expiresAt, sql`now()`),
      ),
    )
    .for('update', { of: users });
  return row;
}

export async function updateEmailProven(db: Db, user: UserRow, ip: string) {
  await db.update(users).set({ emailProvenAt: sql`now()` }).where(eq(users.id, user.id));
  await indexPeople(db, [user.id]);
  await insertAudit(db, { action: 'email-confirmed', actor: user, subject: user, ip });
}
