import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { webauthnChallenges } from './schema.ts';

type ChallengePurpose = 'register' | 'login' | 'reauthenticate';

/** What a challenge may be used for. A login has no user and no session. */
export interface ChallengeUse {
  purpose: ChallengePurpose;
  userId: number | null;
  sessionId: string | null;
}

export async function insertChallenge(db: Db, challengeHash: Buffer, use: ChallengeUse) {
  await db
    .insert(webauthnChallenges)
    .values({ challengeHash, ...use, expiresAt: sql`now() + interval '5 minutes'` });
}

/** Uses a challenge up, whatever comes of it: of any number of requests at once, one finds it. */
export async function takeChallenge(
  db: Db,
  challengeHash: Buffer,
  { purpose, userId, sessionId }: ChallengeUse,
): Promise<boolean> {
  const [row] = await db
    .delete(webauthnChallenges)
    .where(
      and(
        eq(webauthnChallenges.challengeHash, challengeHash),
        eq(webauthnChallenges.purpose, purpose),
        sql`${webauthnChallenges.userId} IS NOT DISTINCT FROM ${userId}::int`,
        sql`${webauthnChallenges.sessionId} IS NOT DISTINCT FROM ${sessionId}::uuid`,
      ),
    )
    .returning({ isLive: sql<boolean>`${webauthnChallenges.expiresAt} > now()` });
  return row?.isLive === true;
}

export async function deleteExpiredChallenges(db: Db) {
  await db.delete(webauthnChallenges).where(lt(webauthnChallenges.expiresAt, sql`now()`));
}
