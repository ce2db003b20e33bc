import { type SQL, sql } from 'drizzle-orm';
import type { AuditPerson } from '#contract/admin.ts';
import type { Db } from './client.ts';
import { auditLog } from './schema.ts';

interface ActionRules {
  /** Which list of the admin's log has it. */
  group: 'logins' | 'changes' | 'admin';
  /** Whether members see it in the activity of their own account. */
  isActivity?: true;
}

/** A new change, admin action or activity also needs a migration: the log's indexes list them (0041). */
const AUDIT_ACTIONS = {
  registered: { group: 'logins' },
  'logged-in': { group: 'logins' },
  'login-failed': { group: 'logins', isActivity: true },
  'logged-out': { group: 'logins' },
  'session-ended': { group: 'logins' },
  'other-sessions-ended': { group: 'logins', isActivity: true },
  'all-sessions-ended': { group: 'logins' },
  'new-device': { group: 'logins', isActivity: true },
  'reset-requested': { group: 'logins' },
  'passkey-failed': { group: 'logins' },
  'password-reset': { group: 'changes', isActivity: true },
  'password-changed': { group: 'changes', isActivity: true },
  'passkey-added': { group: 'changes', isActivity: true },
  'passkey-removed': { group: 'changes', isActivity: true },
  'email-changed': { group: 'changes', isActivity: true },
  'email-confirmed': { group: 'changes', isActivity: true },
  'username-changed': { group: 'changes', isActivity: true },
  'handle-added': { group: 'changes', isActivity: true },
  'handle-changed': { group: 'changes', isActivity: true },
  'handle-removed': { group: 'changes', isActivity: true },
  'handle-proven': { group: 'changes' },
  'proof-removed': { group: 'changes' },
  'email-change-requested': { group: 'changes' },
  'change-undone': { group: 'changes' },
  'suspension-answered': { group: 'changes' },
  'verification-removed': { group: 'changes' },
  'verification-requested': { group: 'changes' },
  'user-deleted': { group: 'admin' },
  'user-suspended': { group: 'admin' },
  'user-restored': { group: 'admin' },
  'user-verified': { group: 'admin' },
  'user-unverified': { group: 'admin' },
  'admin-granted': { group: 'admin' },
  'admin-revoked': { group: 'admin' },
  'review-dismissed': { group: 'admin' },
  'review-reopened': { group: 'admin' },
  'review-verified': { group: 'admin' },
  'review-suspended': { group: 'admin' },
  'review-restored': { group: 'admin' },
} as const satisfies Record<string, ActionRules>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** A condition on the action, with constants: with parameters the planner would not use the log's indexes. */
export function actionIn(isListed: (rules: ActionRules) => boolean): SQL {
  const names = Object.entries<ActionRules>(AUDIT_ACTIONS).flatMap(([name, rules]) =>
    isListed(rules) ? [`'${name}'`] : [],
  );
  return sql`${auditLog.action} IN (${sql.raw(names.join(', '))})`;
}

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
