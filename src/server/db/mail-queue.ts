import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { insertJob } from './jobs.ts';
import { jobs } from './schema.ts';

/** What a notice is about; see db/notices.ts. */
export const NOTICE_KINDS = [
  'email-changed',
  'password-changed',
  'handle-added',
  'handle-changed',
  'handle-removed',
  'proof-removed',
  'page-suspended',
  'page-restored',
  'username-changed',
  'passkey-added',
  'new-device',
  'account-deleted',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const MAIL_KINDS = [
  'confirm-email',
  'reset-password',
  'email-restored',
  'contact',
  'handle-code',
  ...NOTICE_KINDS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface QueuedMail {
  id: number;
  kind: MailKind;
  recipient: string;
  userId: number | null;
  data: Record<string, unknown>;
  attempts: number;
  ageSeconds: number;
}

interface NewMail {
  kind: MailKind;
  recipient: string;
  /** The email is deleted with its user. Unset if the user is looked up when the email is sent. */
  userId?: number;
  data?: Record<string, unknown>;
}

const isMail = eq(jobs.task, 'send-mail');

/** Call it in the transaction that the email is about: it is sent only if that commits. */
export async function insertMail(db: Db, { kind, recipient, userId, data = {} }: NewMail) {
  await insertJob(db, 'send-mail', { kind, recipient, data }, { userId });
}

/**
 * Emails that wait for a user, including reset links, which are queued by address alone. Notices about another account
 * that had the address before are kept.
 */
export async function deleteMailsOf(db: Db, userId: number, emailKey: string | null) {
  const isReset = and(
    eq(sql`${jobs.payload}->>'kind'`, 'reset-password' satisfies MailKind),
    eq(sql`lower(${jobs.payload}->>'recipient')`, emailKey),
  );
  await db.delete(jobs).where(and(isMail, or(eq(jobs.userId, userId), isReset)));
}

export async function countQueuedMails(db: Db): Promise<number> {
  return db.$count(jobs, isMail);
}
