import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { type AuditAction, type AuditUser, insertAudit } from './audit.ts';
import type { Db } from './client.ts';
import { indexPeople } from './index-people.ts';
import { insertNotice } from './notices.ts';
import { openReview } from './reviews.ts';
import { reviews, users } from './schema.ts';
import type { UserRow } from './users.ts';

/** For queries that visitors can reach. */
export const isNotSuspended = isNull(users.suspendedAt);

interface Decision {
  subject: AuditUser;
  /** Null if it came from the command line, like `ip`. */
  actor: AuditUser | null;
  ip: string | null;
}

/**
 * Takes a member out of everything public. Needs a transaction. The member reads `reason`. False if the member is
 * suspended already.
 */
export async function suspendUser(
  db: Db,
  { subject, actor, ip, reason }: Decision & { reason: string | null },
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ suspendedAt: sql`now()`, suspendedReason: reason })
    .where(and(eq(users.id, subject.id), isNotSuspended))
    .returning({ id: users.id });
  if (rows.length === 0) return false;
  await recordChange(db, 'user-suspended', { subject, actor, ip, details: { reason } });
  // A member does not learn from where an admin works.
  await insertNotice(db, { kind: 'page-suspended', user: subject, ip: null, details: { reason } });
  return true;
}

/** Ends a suspension. False if the member is not suspended. */
export async function restoreUser(db: Db, { subject, actor, ip }: Decision): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({
      suspendedAt: null,
      suspendedReason: null,
      suspensionAnswer: null,
      suspensionAnsweredAt: null,
    })
    .where(and(eq(users.id, subject.id), isNotNull(users.suspendedAt)))
    .returning({ id: users.id });
  if (rows.length === 0) return false;
  await db
    .update(reviews)
    .set({ closedAt: sql`now()`, closedBy: actor?.id ?? null, action: 'restore' })
    .where(
      and(eq(reviews.userId, subject.id), eq(reviews.kind, 'answer'), isNull(reviews.closedAt)),
    );
  await recordChange(db, 'user-restored', { subject, actor, ip, details: {} });
  await insertNotice(db, { kind: 'page-restored', user: subject, ip: null });
  return true;
}

/** Needs a transaction that has locked the user. A suspended member answers once, to the admins. */
export async function insertSuspensionAnswer(
  db: Db,
  user: UserRow,
  answer: string,
  ip: string,
): Promise<void> {
  await db
    .update(users)
    .set({ suspensionAnswer: answer, suspensionAnsweredAt: sql`now()` })
    .where(eq(users.id, user.id));
  await openReview(db, { kind: 'answer', userId: user.id, note: answer });
  await insertAudit(db, { action: 'suspension-answered', actor: user, subject: user, ip });
}

interface Change extends Decision {
  details: Record<string, unknown>;
}

async function recordChange(db: Db, action: AuditAction, { details, ...change }: Change) {
  await indexPeople(db, [change.subject.id]);
  const by = change.actor ? {} : { by: 'command line' };
  await insertAudit(db, { action, ...change, details: { ...details, ...by } });
}
