import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { emailConfirmations, users } from './schema.ts';

/** Whom a reset link would be for. Imported people without a password take over their account this way. */
export async function findUserByEmailKey(db: Db, emailKey: string) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      username: users.username,
    })
    .from(users)
    .where(eq(users.emailKey, emailKey));
  return row;
}

/** A new reset link voids the one before it. */
export async function updateResetToken(db: Db, userId: number, tokenHash: Buffer) {
  await db
    .update(users)
    .set({ resetTokenHash: tokenHash, resetTokenExpiry: sql`now() + interval '1 hour'` })
    .where(eq(users.id, userId));
}

/** The user whose address of that time is still theirs and not proven yet. */
export async function findUnprovenUser(db: Db, userId: number, emailKey: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailKey, emailKey), isNull(users.emailProvenAt)));
  return row;
}

export async function insertConfirmation(
  db: Db,
  confirmation: { tokenHash: Buffer; userId: number; emailKey: string },
) {
  await db
    .insert(emailConfirmations)
    .values({ ...confirmation, expiresAt: sql`now() + interval '7 days'` });
}

/** Links that nobody followed in time. */
export async function deleteExpiredTokens(db: Db) {
  await db.delete(emailConfirmations).where(lt(emailConfirmations.expiresAt, sql`now()`));
  await db
    .update(users)
    .set({ resetTokenHash: null, resetTokenExpiry: null })
    .where(lt(users.resetTokenExpiry, sql`now()`));
}
