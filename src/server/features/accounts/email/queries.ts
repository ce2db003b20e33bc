import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { extendUndos, insertNotice, voidUndosOnReturn } from '#server/db/notices.ts';
import { emailConfirmations, users } from '#server/db/schema.ts';
import { type UserRow, updateLockedUser, userColumns } from '#server/db/users.ts';
import type { Origin } from '#server/lib/origin.ts';
import { NO_PENDING_EMAIL, NO_RESET_TOKEN } from './link-queries.ts';

/**
 * The pending address replaces the confirmed one: its link was followed. `user` is locked; needs a transaction. The
 * notice restores the password as well, because a reset at the new address may have replaced it. It restores nothing
 * if the account returns to its first address: a thief may have the one that is left.
 */
export async function updateEmailToPending(
  db: Db,
  user: UserRow,
  origin: Origin,
): Promise<UserRow> {
  const { id, email, pendingEmail, pendingEmailKey, emailProvenAt, wasConfirmed } = user;
  if (pendingEmail === null || pendingEmailKey === null) throw new Error('No email is pending.');
  const [secret] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id));
  const row = await updateLockedUser(db, id, {
    email: pendingEmail,
    emailKey: pendingEmailKey,
    emailProvenAt: sql`now()`,
    ...NO_PENDING_EMAIL,
    ...NO_RESET_TOKEN,
  });
  // The address may have proven a handle, or proves one now.
  await indexPeople(db, [id]);
  // The followed link keeps working for a reload of its page.
  await db
    .delete(emailConfirmations)
    .where(
      and(eq(emailConfirmations.userId, id), ne(emailConfirmations.emailKey, pendingEmailKey)),
    );
  const before = {
    email,
    emailProvenAt: emailProvenAt?.toISOString() ?? null,
    wasConfirmed,
    passwordHash: secret?.passwordHash ?? null,
  };
  const isReturn = await voidUndosOnReturn(db, id, pendingEmailKey);
  await extendUndos(db, id);
  await insertNotice(db, {
    kind: 'email-changed',
    user,
    ...origin,
    wasConfirmed: emailProvenAt !== null,
    ...(emailProvenAt === null || isReturn ? {} : { before }),
    details: { from: email, to: pendingEmail, ...(isReturn && { isReturn }) },
  });
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
