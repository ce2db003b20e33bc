import type { AuditPerson } from '#contract/admin.ts';
import type { Db } from './client.ts';
import { auditLog } from './schema.ts';

export type AuditAction =
  | 'registered'
  | 'logged-in'
  | 'login-failed'
  | 'logged-out'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'all-sessions-ended'
  | 'new-device'
  | 'reset-requested'
  | 'password-reset'
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-failed'
  | 'email-changed'
  | 'email-confirmed'
  | 'username-changed'
  | 'handle-changed'
  | 'handle-removed'
  | 'handle-proven'
  | 'proof-removed'
  | 'account-deleted'
  | 'email-change-requested'
  | 'change-undone'
  | 'user-deleted'
  | 'user-suspended'
  | 'user-restored'
  | 'suspension-answered'
  | 'user-verified'
  | 'user-unverified'
  | 'verification-removed'
  | 'admin-granted'
  | 'admin-revoked'
  | 'verification-requested'
  | 'review-dismissed'
  | 'review-reopened'
  | 'review-verified'
  | 'review-suspended'
  | 'review-restored';

export type AuditUser = AuditPerson & { id: number };

interface AuditRecord {
  action: AuditAction;
  actor?: AuditUser | null;
  subject?: AuditUser | null;
  ip?: string | null;
  /** Never a password, a token or a cookie. */
  details?: Record<string, unknown>;
}

/** Called by the query that changes the row, in its transaction; keeps the names people had then. */
export async function insertAudit(db: Db, { action, actor, subject, ip, details }: AuditRecord) {
  await db.insert(auditLog).values({
    action,
    actorId: actor?.id ?? null,
    actor: actor ? snapshot(actor) : null,
    subjectId: subject?.id ?? null,
    subject: subject ? snapshot(subject) : null,
    ip: ip ?? null,
    details: details ?? {},
  });
}

function snapshot({ name, email, username }: AuditUser): AuditPerson {
  return { name, email, username };
}
