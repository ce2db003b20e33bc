import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { ReviewAction } from '#contract/reviews.ts';
import type { Db } from './client.ts';
import { indexPeople } from './index-people.ts';
import { openWaitingLookalikes } from './reviews.ts';
import { reports, reviews, users } from './schema.ts';

interface Closing {
  userId: number;
  /** Null if it came from the command line. */
  actorId: number | null;
  action: ReviewAction;
  reason?: string | null;
  /** Reports that nobody has looked at stay open. */
  keepsReports?: boolean;
}

/** Closes all open items about a member, whose row is locked. Their reports no longer count. */
export async function closeReviewsOf(
  db: Db,
  { userId, actorId, action, reason = null, keepsReports = false }: Closing,
): Promise<void> {
  const isClosed = keepsReports ? ne(reviews.kind, 'report') : undefined;
  const closed = await db
    .update(reviews)
    .set({ closedAt: sql`now()`, closedBy: actorId, action, reason })
    .where(and(eq(reviews.userId, userId), isNull(reviews.closedAt), isClosed))
    .returning({ otherUserId: reviews.otherUserId });
  const resembled = closed.flatMap(({ otherUserId }) => otherUserId ?? []);
  await openWaitingLookalikes(db, resembled, userId);
  if (!keepsReports) {
    await db
      .update(reports)
      .set({ isDismissed: true })
      .where(and(eq(reports.userId, userId), eq(reports.isDismissed, false)));
  }
  await updateReported(db, userId);
}

/** How many reporters it takes, each from a different network, and within how many days. */
const REPORTERS = 3;
const REPORTED_DAYS = 14;

/**
 * Sets until when results say that several people reported this member. A network has at most one report, so the
 * third newest report tells how long there are three. The user's row is locked.
 */
export async function updateReported(db: Db, userId: number): Promise<void> {
  await db
    .update(users)
    .set({
      reportedUntil: sql`(SELECT created_at + make_interval(days => ${REPORTED_DAYS}) FROM reports
        WHERE user_id = ${userId} AND NOT is_dismissed
        ORDER BY created_at DESC OFFSET ${REPORTERS - 1} LIMIT 1)`,
    })
    .where(eq(users.id, userId));
  await indexPeople(db, [userId]);
}
