import { and, desc, eq, sql } from 'drizzle-orm';
import { type AuditUser, insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { insertNotice } from '#server/db/notices.ts';
import { sessions, users } from '#server/db/schema.ts';
import { deleteSessionsOf, isLiveSession } from '#server/db/sessions.ts';
import type { UserRow } from '#server/db/users.ts';
import type { Origin } from '#server/lib/origin.ts';

/** Nobody reads a longer list; ending all others reaches the rest. */
const MAX_ROWS = 100;

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface OwnSession {
  id: string;
  user: AuditUser;
}

export async function listSessions(db: Db, userId: number, currentId: string) {
  const isCurrent = sql<boolean>`(${sessions.id} = ${currentId})`;
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      network: sessions.network,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      isCurrent,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLiveSession))
    .orderBy(desc(isCurrent), desc(sessions.lastUsedAt), sessions.id)
    .limit(MAX_ROWS);
}

// The changes below need a transaction that has locked the user; each writes to the audit log.

/** Returns whether the user has such a session. */
export async function deleteOwnSession(
  db: Db,
  user: AuditUser,
  id: string,
  ip: string,
): Promise<boolean> {
  // PostgreSQL would fail on another text; it is just the id of no session.
  if (!UUID.test(id)) return false;
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, user.id), eq(sessions.id, id)))
    .returning({ device: sessions.device });
  if (!ended) return false;
  const details = { device: ended.device };
  await insertAudit(db, { action: 'session-ended', actor: user, subject: user, ip, details });
  return true;
}

/** Returns since when devices count: all but this one are forgotten. */
export async function deleteOtherSessions(
  db: Db,
  session: OwnSession,
  ip: string,
): Promise<Date | null> {
  const { user } = session;
  const [row] = await db
    .update(users)
    .set({ devicesSince: sql`now()` })
    .where(eq(users.id, user.id))
    .returning({ devicesSince: users.devicesSince });
  await deleteSessionsOf(db, user.id, session.id);
  await insertAudit(db, { action: 'other-sessions-ended', actor: user, subject: user, ip });
  return row?.devicesSince ?? null;
}

interface DeviceLogin extends Origin {
  isKnownDevice: boolean;
  /** There were few such emails today. */
  canMail: boolean;
}

/**
 * A login on an unknown device is reported to the owner, unless it is the first login of all. Needs a transaction. Returns
 * whether an email was queued.
 */
export async function updateLoggedIn(db: Db, user: UserRow, login: DeviceLogin): Promise<boolean> {
  const { isKnownDevice, canMail, ip, device } = login;
  const first = await db
    .update(users)
    .set({ hasLoggedIn: true })
    .where(and(eq(users.id, user.id), eq(users.hasLoggedIn, false)))
    .returning({ id: users.id });
  if (isKnownDevice || first.length > 0) return false;
  const details = { device };
  if (canMail) await insertNotice(db, { kind: 'new-device', user, ip, device, details });
  else await insertAudit(db, { action: 'new-device', actor: user, subject: user, ip, details });
  return canMail;
}
