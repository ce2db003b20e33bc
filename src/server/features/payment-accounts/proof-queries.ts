import { timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Platform } from '#contract/platforms/registry.ts';
import { insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import {
  deleteHandleCode,
  hashCode,
  insertHandleCode,
  takeAttempt,
} from '#server/db/handle-codes.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { paymentAccounts } from '#server/db/schema.ts';
import type { UserRow } from '#server/db/users.ts';

/** An email address can be guessed at so often before another code is needed. */
const ATTEMPTS_MAX = 5;

export async function findOwnHandle(db: Db, userId: number, platform: Platform) {
  const [row] = await db
    .select({
      id: paymentAccounts.id,
      username: paymentAccounts.username,
      proof: paymentAccounts.proof,
    })
    .from(paymentAccounts)
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.platform, platform)));
  return row;
}

interface EmailHandle {
  id: number;
  username: string;
  platform: Platform;
  email: string;
  emailKey: string;
}

/** Needs a transaction that has locked the user. */
export async function insertCodeMail(db: Db, userId: number, { id, email, emailKey }: EmailHandle) {
  await insertHandleCode(db, id, emailKey);
  await insertMail(db, {
    kind: 'handle-code',
    recipient: email,
    userId,
    data: { accountId: id },
  });
}

/**
 * Needs a transaction that has locked the user, and that commits after a wrong code too: the attempt counts. 'void':
 * there is no code, or no attempt left.
 */
export async function updateEmailProof(
  db: Db,
  user: UserRow,
  handle: EmailHandle,
  { code, ip }: { code: string; ip: string },
): Promise<'proven' | 'wrong' | 'void'> {
  const pending = await takeAttempt(db, handle.id, ATTEMPTS_MAX);
  if (!pending?.codeHash || pending.emailKey !== handle.emailKey) return 'void';
  const hash = await hashCode(db, handle.id, handle.emailKey, code);
  if (!timingSafeEqual(hash, pending.codeHash)) {
    return pending.attempts < ATTEMPTS_MAX ? 'wrong' : 'void';
  }
  await deleteHandleCode(db, handle.id);
  await db
    .update(paymentAccounts)
    .set({ proof: 'email', proofDetail: null, provenAt: sql`now()`, proofFailures: 0 })
    .where(eq(paymentAccounts.id, handle.id));
  const details = { platform: handle.platform, handle: handle.username };
  await insertAudit(db, { action: 'handle-proven', actor: user, subject: user, ip, details });
  await indexPeople(db, [user.id]);
  return 'proven';
}
