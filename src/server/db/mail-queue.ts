import { eq, or, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { mailQueue } from './schema.ts';

/** What a notice is about; see db/notices.ts. */
export type NoticeKind =
  | 'email-changed'
  | 'password-changed'
  | 'handle-changed'
  | 'handle-removed'
  | 'username-changed'
  | 'passkey-added'
  | 'new-device'
  | 'account-deleted';

export type MailKind = 'confirm-email' | 'reset-password' | NoticeKind;

export interface QueuedMail {
  id: number;
  kind: string;
  recipient: string;
  userId: number | null;
  data: Record<string, unknown>;
  attempts: number;
  ageSeconds: number;
}

interface NewMail {
  kind: MailKind;
  recipient: string;
  /** The mail is deleted with its user. Unset where the worker looks the user up. */
  userId?: number;
  data?: Record<string, unknown>;
}

/** Call it in the transaction that the mail is about: it is sent only if that commits. */
export async function insertMail(db: Db, mail: NewMail) {
  await db.insert(mailQueue).values(mail);
}

/**
 * Takes the next due mail and schedules its next attempt (30 s, 1 min, 2 min … 1 h): a crash while
 * sending loses nothing, and two nodes never take the same mail.
 */
export async function takeDueMail(db: Db): Promise<QueuedMail | undefined> {
  const due = sql`(SELECT id FROM ${mailQueue} WHERE next_attempt_at <= now()
    ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)`;
  const pause = sql`make_interval(secs => least(30 * power(2, least(${mailQueue.attempts}, 10)), 3600))`;
  const [row] = await db
    .update(mailQueue)
    .set({ attempts: sql`${mailQueue.attempts} + 1`, nextAttemptAt: sql`now() + ${pause}` })
    .where(eq(mailQueue.id, due))
    .returning({
      id: mailQueue.id,
      kind: mailQueue.kind,
      recipient: mailQueue.recipient,
      userId: mailQueue.userId,
      data: mailQueue.data,
      attempts: mailQueue.attempts,
      ageSeconds: sql<number>`extract(epoch FROM now() - ${mailQueue.createdAt})::int`,
    });
  return row;
}

/** Milliseconds until the next mail is due; undefined where none waits. */
export async function findNextDue(db: Db): Promise<number | undefined> {
  const [row] = await db
    .select({
      ms: sql<
        number | null
      >`(extract(epoch FROM min(${mailQueue.nextAttemptAt}) - now()) * 1000)::float8`,
    })
    .from(mailQueue);
  return row?.ms === null || row?.ms === undefined ? undefined : Math.max(row.ms, 0);
}

export async function deleteMail(db: Db, id: number) {
  await db.delete(mailQueue).where(eq(mailQueue.id, id));
}

export async function updateMailError(db: Db, id: number, error: string) {
  await db
    .update(mailQueue)
    .set({ lastError: error.slice(0, 500) })
    .where(eq(mailQueue.id, id));
}

/** Mails that wait for a user, including those queued by address alone. */
export async function deleteMailsOf(db: Db, userId: number, emailKey: string | null) {
  await db
    .delete(mailQueue)
    .where(or(eq(mailQueue.userId, userId), eq(sql`lower(${mailQueue.recipient})`, emailKey)));
}

export async function countQueuedMails(db: Db): Promise<number> {
  return db.$count(mailQueue);
}
