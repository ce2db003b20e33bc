import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import { networkOf } from '#server/lib/network-of.ts';
import type { Origin } from '#server/lib/origin.ts';
import { type AuditUser, insertAudit } from './audit.ts';
import type { Db } from './client.ts';
import { sessions, users } from './schema.ts';
import { lockUser } from './users.ts';

/** A session ends after this long without use … */
export const IDLE_DAYS = 30;
/** … and after this long in any case. */
const ABSOLUTE_DAYS = 180;

const daysAgo = (days: number) => sql`(now() - make_interval(days => ${days}))`;
/** A session that is neither idle for too long nor too old. */
export const isLiveSession = and(
  gt(sessions.lastUsedAt, daysAgo(IDLE_DAYS)),
  gt(sessions.createdAt, daysAgo(ABSOLUTE_DAYS)),
);
/** How long after it an authentication is recent. */
const RECENT = sql`interval '10 minutes'`;
const isStale = sql<boolean>`${sessions.lastUsedAt} < now() - interval '1 hour'`;

const secondsLeft = sql<number>`ceil(extract(epoch FROM ${sessions.createdAt} - ${daysAgo(ABSOLUTE_DAYS)}))::int`;

/** Also by the token that a confirmation replaced, for a minute: requests sent before it may arrive after it. */
const hasToken = (tokenHash: Buffer) =>
  or(
    eq(sessions.tokenHash, tokenHash),
    and(
      eq(sessions.replacedHash, tokenHash),
      sql`${sessions.authenticatedAt} > now() - interval '1 minute'`,
    ),
  );

export async function findSessionUser(db: Db, tokenHash: Buffer) {
  // Not with the replaced token: a thief who has it must not benefit from the confirmation.
  const isRecent = and(
    eq(sessions.tokenHash, tokenHash),
    sql`${sessions.authenticatedAt} > now() - ${RECENT}`,
  );
  const confirmedUntil = sql<Date | null>`CASE
    WHEN ${isRecent} THEN ${sessions.authenticatedAt} + ${RECENT} END`;
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailKey: users.emailKey,
      emailProvenAt: users.emailProvenAt,
      username: users.username,
      isAdmin: users.isAdmin,
      needsNewPassword: users.needsNewPassword,
      sessionId: sessions.id,
      /** A confirmation has replaced this token. */
      isReplaced: ne(sessions.tokenHash, tokenHash).mapWith(Boolean),
      /** When the recent authentication ends; null if there is none. */
      confirmedUntil: confirmedUntil.mapWith(sessions.authenticatedAt),
      /** True if the last recorded use is over an hour ago; never for a replaced token, whose cookie must not return. */
      isStale: sql<boolean>`${and(eq(sessions.tokenHash, tokenHash), isStale)}`,
      /** Seconds until the session's absolute end. */
      secondsLeft,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(hasToken(tokenHash), isLiveSession));
  return row;
}

/** Its owner recognizes a session by its origin. */
export async function insertSession(db: Db, tokenHash: Buffer, userId: number, origin?: Origin) {
  const shown = origin && { device: origin.device, network: networkOf(origin.ip) };
  await db.insert(sessions).values({ tokenHash, userId, ...shown });
}

/** A session that starts with a password; needs a transaction. */
export async function insertLogin(db: Db, tokenHash: Buffer, user: AuditUser, origin: Origin) {
  await insertAudit(db, { action: 'logged-in', actor: user, subject: user, ip: origin.ip });
  await insertSession(db, tokenHash, user.id, origin);
}

/**
 * After a new authentication, which also replaces the token. Returns the seconds until the session's absolute end;
 * undefined if it has ended.
 */
export async function updateAuthenticated(
  db: Db,
  tokenHash: Buffer,
  newHash: Buffer,
): Promise<number | undefined> {
  const [row] = await db
    .update(sessions)
    .set({ tokenHash: newHash, replacedHash: tokenHash, authenticatedAt: sql`now()` })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ secondsLeft });
  return row?.secondsLeft;
}

/** The condition lets one of several concurrent requests update it. */
export async function touchSession(db: Db, tokenHash: Buffer) {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(sessions.tokenHash, tokenHash), isStale));
}

export async function deleteSession(db: Db, tokenHash: Buffer) {
  await db.delete(sessions).where(hasToken(tokenHash));
}

/** The session that its user ends; needs a transaction. */
export async function deleteLogin(db: Db, tokenHash: Buffer, user: AuditUser, ip: string) {
  await deleteSession(db, tokenHash);
  await insertAudit(db, { action: 'logged-out', actor: user, subject: user, ip });
}

export async function deleteSessionsOf(db: Db, userId: number, exceptId?: string) {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isOther));
}

/** Ends all sessions by the operator's command; needs a transaction. Returns how many there were. */
export async function deleteSessionsByCommand(db: Db, user: AuditUser): Promise<number> {
  await lockUser(db, user.id);
  await db.update(users).set({ devicesSince: sql`now()` }).where(eq(users.id, user.id));
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.userId, user.id))
    .returning({ id: sessions.id });
  const details = { by: 'command line' };
  await insertAudit(db, { action: 'all-sessions-ended', subject: user, details });
  return ended.length;
}

export async function deleteExpiredSessions(db: Db) {
  await db
    .delete(sessions)
    .where(
      or(
        lte(sessions.lastUsedAt, daysAgo(IDLE_DAYS)),
        lte(sessions.createdAt, daysAgo(ABSOLUTE_DAYS)),
      ),
    );
}
