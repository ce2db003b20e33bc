import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import { actionIn } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { insertNotice } from '#server/db/notices.ts';
import { auditLog, sessions, users } from '#server/db/schema.ts';
import { NO_PENDING_EMAIL, NO_RESET_TOKEN } from './queries.ts';
import type { OwnSession } from './session-queries.ts';

interface PasswordChange {
  before: string | null;
  passwordHash: string;
}

/** Ends all other sessions and reset links; needs a transaction that has locked the user. Returns since when devices count. */
export async function updateOwnPassword(
  db: Db,
  session: OwnSession,
  { before, passwordHash }: PasswordChange,
  origin: { ip: string; device: string },
): Promise<Date | null> {
  const { user } = session;
  const [row] = await db
    .update(users)
    .set({
      passwordHash,
      passwordChangedAt: sql`now()`,
      devicesSince: sql`now()`,
      ...NO_RESET_TOKEN,
      ...NO_PENDING_EMAIL,
    })
    .where(eq(users.id, user.id))
    .returning({ devicesSince: users.devicesSince });
  await db.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, session.id)));
  await insertNotice(db, {
    kind: 'password-changed',
    user,
    ...origin,
    before: { passwordHash: before },
    details: { device: origin.device },
  });
  return row?.devicesSince ?? null;
}

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
