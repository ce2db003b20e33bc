import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { insertAudit } from './audit.ts';
import type { Db } from './client.ts';
import { emailConfirmations, users } from './schema.ts';

interface ResetRequest {
  /** If only this account may get it. */
  userId: number | null;
  emailKey: string;
  tokenHash: Buffer;
  ip: string | null;
  /** The email failed before: the request is in the audit log already. */
  isRetry: boolean;
}

/**
 * Issues a reset token to the account that has this address now, and voids the one before it. One
 * statement: a change of email that commits at the same time leaves nothing to update. Imported people without
 * a password take over their account this way.
 */
export async function issueResetToken(db: Db, request: ResetRequest) {
  const { userId, emailKey, tokenHash, ip, isRetry } = request;
  return db.transaction(async (tx) => {
    const [owner] = await tx
      .update(users)
      .set({
        resetTokenHash: tokenHash,
        resetTokenExpiry: sql`now() + interval '1 hour'`,
        resetTokenEmailKey: sql`${users.emailKey}`,
      })
      .where(and(eq(users.emailKey, emailKey), userId === null ? undefined : eq(users.id, userId)))
      .returning({ id: users.id, name: users.name, email: users.email, username: users.username });
    if (owner && !isRetry) {
      await insertAudit(tx, { action: 'reset-requested', subject: owner, ip });
    }
    return owner;
  });
}

/** Whether somebody registered with this address and has not shown that they own the mailbox. An import has no password. */
export async function isEmailUnproven(db: Db, emailKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.emailKey, emailKey), isNull(users.emailProvenAt), isNotNull(users.passwordHash)),
    );
  return rows.length > 0;
}

/**
 * Issues a confirmation token for the unconfirmed or the pending address of an account, unless it has another one by
 * now. `canDisown`: the account was never confirmed, so the token may delete it as well.
 */
export async function issueConfirmation(
  db: Db,
  { tokenHash, userId, emailKey }: { tokenHash: Buffer; userId: number; emailKey: string },
): Promise<{ canDisown: boolean } | undefined> {
  const { rows } = await db.execute<{ canDisown: boolean }>(sql`
    INSERT INTO ${emailConfirmations} (token_hash, user_id, email_key, expires_at)
    SELECT ${tokenHash}, id, ${emailKey}, now() + interval '7 days' FROM ${users}
    WHERE id = ${userId}
      AND (pending_email_key = ${emailKey} OR (email_key = ${emailKey} AND email_proven_at IS NULL))
    RETURNING (SELECT NOT was_confirmed AND email_proven_at IS NULL FROM ${users} WHERE id = user_id) AS "canDisown"`);
  return rows[0];
}

/** Whether a pending address already belongs to another account. Only an email to that address says so. */
export async function isPendingEmailTaken(
  db: Db,
  { userId, emailKey }: { userId: number; emailKey: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM ${users} AS requester JOIN ${users} AS owner ON owner.email_key = requester.pending_email_key
    WHERE requester.id = ${userId} AND requester.pending_email_key = ${emailKey} AND owner.id <> requester.id`);
  return rows.length > 0;
}

export async function deleteExpiredTokens(db: Db) {
  await db.delete(emailConfirmations).where(lt(emailConfirmations.expiresAt, sql`now()`));
  await db
    .update(users)
    .set({ resetTokenHash: null, resetTokenExpiry: null, resetTokenEmailKey: null })
    .where(lt(users.resetTokenExpiry, sql`now()`));
}
