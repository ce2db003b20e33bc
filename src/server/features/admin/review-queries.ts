import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { CHANGES_SHOWN, REVIEWS_COUNTED } from '#contract/constants.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import {
  REPORTS_SHOWN,
  REVIEW_KINDS,
  type ReviewAction,
  type ReviewCounts,
  type ReviewKind,
} from '#contract/reviews.ts';
import { type AuditAction, type AuditUser, insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { indexDecidedLookalike } from '#server/db/index-lookalikes.ts';
import { pairNamesHash } from '#server/db/lookalikes.ts';
import { closeReviewsOf, updateReported } from '#server/db/reported.ts';
import { openWaitingLookalikes } from '#server/db/reviews.ts';
import { reports, reviews, users } from '#server/db/schema.ts';
import { restoreUser, suspendUser } from '#server/db/suspension.ts';
import { type UserRow, userColumns } from '#server/db/users.ts';
import { updateFlags } from './queries.ts';

export type ReviewRow = typeof reviews.$inferSelect;

interface Page {
  kind: ReviewKind | undefined;
  limit: number;
  /** The last id of the previous page. */
  after: number | undefined;
}

/** Open items, oldest first. Returns one row more than the page holds if there is a next page. */
export async function listReviews(db: Db, { kind, limit, after }: Page): Promise<ReviewRow[]> {
  return db
    .select()
    .from(reviews)
    .where(
      and(
        isNull(reviews.closedAt),
        kind === undefined ? undefined : eq(reviews.kind, kind),
        after === undefined ? undefined : gt(reviews.id, after),
      ),
    )
    .orderBy(asc(reviews.id))
    .limit(limit + 1);
}

/** Counts no further than one above the limit. */
export async function findReviewCounts(db: Db): Promise<ReviewCounts> {
  const { rows } = await db.execute<{ kind: ReviewKind; count: number }>(sql`
    SELECT kind, (SELECT count(*)::int FROM (
      SELECT FROM reviews WHERE reviews.kind = kinds.kind AND closed_at IS NULL LIMIT ${REVIEWS_COUNTED + 1}
    ) AS counted) AS count FROM unnest(${sql.param([...REVIEW_KINDS])}::text[]) AS kinds (kind)`);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) as ReviewCounts;
}

export async function listUsersById(db: Db, ids: number[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  return db.select(userColumns).from(users).where(inArray(users.id, ids));
}

const isoTime = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

interface ChangeRow extends Record<string, unknown> {
  userId: number;
  platform: Platform;
  from: string | null;
  to: string | null;
  at: string;
}

/** The newest changes of handles of each of these people. */
export async function listChangesOf(db: Db, userIds: number[]): Promise<ChangeRow[]> {
  if (userIds.length === 0) return [];
  const { rows } = await db.execute<ChangeRow>(sql`
    SELECT wanted.id AS "userId", newest.platform, newest.old_handle AS from, newest.new_handle AS to,
      ${isoTime('newest.at')} AS at
    FROM unnest(${sql.param(userIds)}::int[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT * FROM handle_history WHERE user_id = wanted.id ORDER BY id DESC LIMIT ${CHANGES_SHOWN}
    ) AS newest`);
  return rows;
}

interface OpenReports {
  count: number;
  newestId: number | null;
}

/** The reports that each of these people has and no admin has looked at. */
export async function findOpenReports(
  db: Db,
  userIds: number[],
): Promise<Map<number, OpenReports>> {
  if (userIds.length === 0) return new Map();
  const newestId = sql`(SELECT max(id) FROM reports WHERE review_id = reviews.id)`;
  const rows = await db
    .select({
      userId: reviews.userId,
      count: reviews.reportCount,
      newestId: newestId.mapWith(Number),
    })
    .from(reviews)
    .where(
      and(inArray(reviews.userId, userIds), eq(reviews.kind, 'report'), isNull(reviews.closedAt)),
    );
  return new Map(rows.map(({ userId, ...open }) => [userId, open]));
}

interface ReportRow extends Record<string, unknown> {
  reviewId: number;
  reason: typeof reports.$inferSelect.reason;
  details: string | null;
  createdAt: string;
  isFromMember: boolean;
}

/** The newest reports of each item. */
export async function listReportsOf(db: Db, reviewIds: number[]): Promise<ReportRow[]> {
  if (reviewIds.length === 0) return [];
  const { rows } = await db.execute<ReportRow>(sql`
    SELECT wanted.id AS "reviewId", newest.reason, newest.details,
      ${isoTime('newest.created_at')} AS "createdAt",
      newest.member_id IS NOT NULL AS "isFromMember"
    FROM unnest(${sql.param(reviewIds)}::int[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT * FROM reports WHERE review_id = wanted.id ORDER BY id DESC LIMIT ${REPORTS_SHOWN}
    ) AS newest`);
  return rows;
}

export async function findReview(db: Db, id: number): Promise<ReviewRow | undefined> {
  const [row] = await db.select().from(reviews).where(eq(reviews.id, id));
  return row;
}

/** Whether another item of this kind about the same people is open by now. */
export async function hasNewer(db: Db, { kind, userId, otherUserId }: ReviewRow): Promise<boolean> {
  const rows = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      and(
        isNull(reviews.closedAt),
        eq(reviews.kind, kind),
        eq(reviews.userId, userId),
        sql`${reviews.otherUserId} IS NOT DISTINCT FROM ${otherUserId}`,
      ),
    );
  return rows.length > 0;
}

// The changes below need a transaction that has locked the user and then read the item again.

interface Closing {
  review: ReviewRow;
  subject: UserRow;
  actor: AuditUser;
  ip: string;
  reason: string | null;
}

/** The reports of the item no longer count; a look-alike has no caution until one of the two names changes. */
export async function updateDismissed(db: Db, closing: Closing) {
  const { review, actor, reason } = closing;
  const { otherUserId } = review;
  const namesHash = otherUserId === null ? null : pairNamesHash('user_id', 'other_user_id');
  await db
    .update(reviews)
    .set({ closedAt: sql`now()`, closedBy: actor.id, action: 'dismiss', reason, namesHash })
    .where(eq(reviews.id, review.id));
  await applyDecision(db, review, true);
  if (otherUserId !== null) await openWaitingLookalikes(db, [otherUserId]);
  await insertClosed(db, closing, 'review-dismissed');
}

/** Undoes a dismissal. */
export async function updateReopened(db: Db, closing: Closing) {
  const { review } = closing;
  await db
    .update(reviews)
    .set({ closedAt: null, closedBy: null, action: null, reason: null, namesHash: null })
    .where(eq(reviews.id, review.id));
  await applyDecision(db, review, false);
  await insertClosed(db, closing, 'review-reopened');
}

async function applyDecision(db: Db, { id, kind, userId }: ReviewRow, isDismissed: boolean) {
  if (kind === 'lookalike') return indexDecidedLookalike(db, userId);
  if (kind !== 'report') return;
  await db.update(reports).set({ isDismissed }).where(eq(reports.reviewId, id));
  await updateReported(db, userId);
}

/** Sets the badge and closes everything about the member. */
export async function updateReviewVerified(db: Db, closing: Closing) {
  const { isVerified, isAdmin } = closing.subject;
  if (isVerified) await updateAllClosed(db, closing, 'verify');
  else await updateFlags(db, { ...closing, hasSeenReports: true }, { isVerified: true, isAdmin });
  await insertClosed(db, closing, 'review-verified');
}

/** Suspends the member and closes everything about them. */
export async function updateReviewSuspended(db: Db, closing: Closing) {
  await updateAllClosed(db, closing, 'suspend');
  await suspendUser(db, closing);
  await insertClosed(db, closing, 'review-suspended');
}

/** Shows the page again, which closes the item. */
export async function updateReviewRestored(db: Db, closing: Closing) {
  await restoreUser(db, closing);
  await insertClosed(db, closing, 'review-restored');
}

const updateAllClosed = (db: Db, { subject, actor, reason }: Closing, action: ReviewAction) =>
  closeReviewsOf(db, { userId: subject.id, actorId: actor.id, action, reason });

async function insertClosed(
  db: Db,
  { review, subject, actor, ip, reason }: Closing,
  action: AuditAction,
) {
  await insertAudit(db, { action, actor, subject, ip, details: { kind: review.kind, reason } });
}
