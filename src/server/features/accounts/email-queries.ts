import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { insertNotice } from '#server/db/notices.ts';
import { emailConfirmations, users } from '#server/db/schema.ts';
import { type UserRow, userColumns } from '#server/db/users.ts';
import { NO_PENDING_EMAIL, NO_RESET_TOKEN } from './queries.ts';

interface Origin {
  ip: string;
  device: string;
}

/**
 * The pending address replaces the confirmed one: its link was followed. `user` is locked; needs a transaction. The
 * notice restores the password as well, because a reset at the new address may have replaced it.
 */
export async function updateEmailToPending(
  db: Db,
  user: UserRow,
  { ip, device }: Origin,
): Promise<UserRow> {
  const { id, email, pendingEmail, pendingEmailKey, emailProvenAt, wasConfirmed } = user;
  if (pendingEmail === null || pendingEmailKey === null) throw new Error('No email is pending.');
  const [secret] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, id));
  const [row] = await db
    .update(users)
    .set({
      email: pendingEmail,
      emailKey: pendingEmailKey,
      emailProvenAt: sql`now()`,
      ...NO_PENDING_EMAIL,
      ...NO_RESET_TOKEN,
    })
    .where(eq(users.id, id))
    .returning(userColumns);
  if (!row) throw new Error('The database returned no row for a locked user.');
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
  await insertNotice(db, {
    kind: 'email-changed',
    user,
    ip,
    device,
    ...(emailProvenAt === null ? {} : { before }),
    details: { from: email, to: pendingEmail },
  });
  return row;
}
