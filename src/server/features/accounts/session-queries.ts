import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { type AuditUser, insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { sessions, users } from '#server/db/schema.ts';
import { isLiveSession } from '#server/db/sessions.ts';
import { lockUser } from '#server/db/users.ts';
import { notSignedIn } from '#server/lib/app-error.ts';

/** Nobody reads a longer list; ending all others reaches the rest. */
const MAX_ROWS = 100;

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose sessions, and which of them is asking. */
export interface Asker {
  user: AuditUser;
  tokenHash: Buffer;
}

export async function listSessions(db: Db, { user, tokenHash }: Asker) {
  const isCurrent = sql<boolean>`(${sessions.tokenHash} = ${tokenHash})`;
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
    .where(and(eq(sessions.userId, user.id), isLiveSession))
    .orderBy(desc(isCurrent), desc(sessions.lastUsedAt), sessions.id)
    .limit(MAX_ROWS);
}

// The changes below need a transaction: each locks the user first and writes to the audit log.

/** Of two sessions that end each other at once, the first wins: the other has ended by then. */
export async function lockAsker(db: Db, { user, tokenHash }: Asker) {
  await lockUser(db, user.id);
  const [own] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash));
  if (!own) throw notSignedIn();
  return own;
}

/** Ends one of the asker's own sessions; undefined where there is none with this id. */
export async function deleteOwnSession(db: Db, asker: Asker, id: string, ip: string) {
  const { user } = asker;
  const own = await lockAsker(db, asker);
  // PostgreSQL would fail on another text; it is just the id of no session.
  if (!UUID.test(id)) return undefined;
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, user.id), eq(sessions.id, id)))
    .returning({ id: sessions.id, device: sessions.device });
  if (!ended) return undefined;
  const details = { device: ended.device };
  await insertAudit(db, { action: 'session-ended', actor: user, subject: user, ip, details });
  return { isCurrent: ended.id === own.id };
}

/** Returns since when devices count: all but this one are forgotten. */
export async function deleteOtherSessions(db: Db, asker: Asker, ip: string): Promise<Date | null> {
  const { user, tokenHash } = asker;
  await lockAsker(db, asker);
  const [row] = await db
    .update(users)
    .set({ devicesSince: sql`now()` })
    .where(eq(users.id, user.id))
    .returning({ devicesSince: users.devicesSince });
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, user.id), ne(sessions.tokenHash, tokenHash)));
  await insertAudit(db, { action: 'other-sessions-ended', actor: user, subject: user, ip });
  return row?.devicesSince ?? null;
}
