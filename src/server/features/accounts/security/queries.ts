import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { actionIn } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { auditLog, users } from '#server/db/schema.ts';

export async function findSecurity(db: Db, userId: number) {
  const [row] = await db
    .select({
      hasPassword: sql<boolean>`${users.passwordHash} IS NOT NULL`,
      passwordChangedAt: users.passwordChangedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

/** The rows of the index audit_log_activity. */
const isActivity = actionIn((rules) => rules.isActivity === true);

/** Newest first, only what concerns the security of the member's own account. */
export async function listActivity(
  db: Db,
  userId: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      ip: auditLog.ip,
      details: auditLog.details,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectId, userId),
        isActivity,
        before === undefined ? undefined : lt(auditLog.id, before),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
}
