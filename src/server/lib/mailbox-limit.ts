import { createHash } from 'node:crypto';
import { mailboxKey } from './keys.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Emails to somebody who may not have asked for them. */
export const MAILBOX_LIMIT = { hits: 5, seconds: DAY_SECONDS };

/** Counters hold a hash of what they count, so that they contain no addresses. */
export function counterKey(limit: string, subject: string): string {
  return `${limit}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** Reset links are counted apart: emails that somebody else caused must not block a password reset. */
export const mailboxCounterKey = (email: string, counter: 'mailbox' | 'resetMailbox' = 'mailbox') =>
  counterKey(counter, mailboxKey(email));
