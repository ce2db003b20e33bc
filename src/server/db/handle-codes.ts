import { createHmac } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { handleCodes } from './schema.ts';
import { findSecret } from './secrets.ts';

const isOpen = gt(handleCodes.expiresAt, sql`now()`);

/** Six digits are quickly tried: without the key, a copy of the database does not tell the code. */
export async function hashCode(db: Db, accountId: number, emailKey: string, code: string) {
  const key = await findSecret(db, 'handle-codes');
  return createHmac('sha256', key).update(`${accountId}:${emailKey}:${code}`).digest();
}

/** Voids the code before it. The code itself is created when the email is sent. */
export async function insertHandleCode(db: Db, accountId: number, emailKey: string) {
  const values = {
    emailKey,
    codeHash: null,
    attempts: 0,
    expiresAt: sql`now() + interval '10 minutes'`,
  };
  await db
    .insert(handleCodes)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: handleCodes.accountId, set: values });
}

/** False if the handle was changed, or the time is over. */
export async function issueHandleCode(
  db: Db,
  { accountId, emailKey, codeHash }: { accountId: number; emailKey: string; codeHash: Buffer },
): Promise<boolean> {
  const issued = await db
    .update(handleCodes)
    .set({ codeHash })
    .where(and(eq(handleCodes.accountId, accountId), eq(handleCodes.emailKey, emailKey), isOpen))
    .returning({ accountId: handleCodes.accountId });
  return issued.length > 0;
}

/** Counts the attempt. Undefined without a code that can still be entered. */
export async function takeAttempt(db: Db, accountId: number, maxAttempts: number) {
  const [row] = await db
    .update(handleCodes)
    .set({ attempts: sql`${handleCodes.attempts} + 1` })
    .where(and(eq(handleCodes.accountId, accountId), isOpen, lt(handleCodes.attempts, maxAttempts)))
    .returning();
  return row;
}

export async function deleteHandleCode(db: Db, accountId: number) {
  await db.delete(handleCodes).where(eq(handleCodes.accountId, accountId));
}

export async function deleteExpiredCodes(db: Db) {
  await db.delete(handleCodes).where(lt(handleCodes.expiresAt, sql`now()`));
}
