import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { sessions, users } from './schema.ts';

/** A session ends after this long without use. */
const IDLE_DAYS = 30;
const stillValid = () => gt(sessions.lastUsedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`);

/** The user's row behind a session token's hash, as it is in the database right now. */
export async function findSessionUser(db: Db, tokenHash: Buffer) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailKey: users.emailKey,
      emailProvenAt: users.emailProvenAt,
      username: users.username,
      isAdmin: users.isAdmin,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), stillValid()));
  return row;
}

export async function insertSession(db: Db, tokenHash: Buffer, userId: number) {
  await db.insert(sessions).values({ tokenHash, userId });
}

/** Notes the use of a session, at most once an hour so that reading does not mean writing. */
export async function touchSession(db: Db, tokenHash: Buffer) {
  await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        lt(sessions.lastUsedAt, sql`now() - interval '1 hour'`),
      ),
    );
}

export async function deleteSession(db: Db, tokenHash: Buffer) {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSessionsOf(db: Db, userId: number) {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export async function deleteExpiredSessions(db: Db) {
  await db
    .delete(sessions)
    .where(lt(sessions.lastUsedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`));
}
