import { sql } from 'drizzle-orm';
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
  | 'reset-requested'
  | 'password-reset'
  | 'email-changed'
  | 'email-confirmed'
  | 'user-deleted'
  | 'user-verified'
  | 'user-unverified'
  | 'admin-granted'
  | 'admin-revoked';

export type AuditUser = AuditPerson & { id: number };

interface AuditRecord {
  action: AuditAction;
  /** Who did it. */
  actor?: AuditUser | null;
  /** To whom. */
  subject?: AuditUser | null;
  /** From where. */
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

/** Deletes rows older than 400 days and addresses older than 90, up to `limit` of each: a trigger guards the rest. */
export async function deleteOldAudit(db: Db, limit = 5_000) {
  await db.execute(sql`
    DELETE FROM audit_log WHERE id IN (
      SELECT id FROM audit_log WHERE at < now() - interval '400 days' ORDER BY at LIMIT ${limit})`);
  await db.execute(sql`
    UPDATE audit_log SET ip = NULL WHERE id IN (
      SELECT id FROM audit_log WHERE ip IS NOT NULL AND at < now() - interval '90 days' ORDER BY at LIMIT ${limit})`);
}
