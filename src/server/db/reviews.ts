import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ReviewKind } from '#contract/reviews.ts';
import type { Db } from './client.ts';
import { reviews } from './schema.ts';

interface NewReview {
  kind: ReviewKind;
  userId: number;
  /** For look-alikes: the verified member. */
  otherUserId?: number | null;
  note?: string | null;
}

/** Needs a transaction that has locked the user. A member has one open item of a kind; `isNew` is false for a known one. */
export async function openReview(
  db: Db,
  { kind, userId, otherUserId = null, note = null }: NewReview,
) {
  const columns = { id: reviews.id, reportCount: reviews.reportCount };
  const [opened] = await db
    .insert(reviews)
    .values({ kind, userId, otherUserId, note })
    .onConflictDoNothing()
    .returning(columns);
  if (opened) return { ...opened, isNew: true };
  const [known] = await db
    .select(columns)
    .from(reviews)
    .where(
      and(
        eq(reviews.userId, userId),
        eq(reviews.kind, kind),
        sql`${reviews.otherUserId} IS NOT DISTINCT FROM ${otherUserId}`,
        isNull(reviews.closedAt),
      ),
    );
  if (!known) throw new Error('The open review of a locked user is gone.');
  return { ...known, isNew: false };
}

export async function isVerificationRequested(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      and(eq(reviews.userId, userId), eq(reviews.kind, 'verification'), isNull(reviews.closedAt)),
    );
  return rows.length > 0;
}

/** How many items about look-alikes of one member can be open: a common name must not fill the queue. */
export const LOOKALIKES_OPEN_MAX = 50;

/**
 * Opens an item for each of these people who looks like a verified member, and removes open ones about people who no
 * longer do. What was dismissed before a dismissal ended the caution stays dismissed.
 */
export async function updateLookalikeReviews(db: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const wanted = sql.param([...userIds]);
  const removed = await db.execute<{ id: number }>(sql`
    DELETE FROM reviews USING users
    WHERE reviews.user_id = ANY(${wanted}::int[]) AND kind = 'lookalike' AND closed_at IS NULL
      AND users.id = reviews.user_id AND users.lookalike_of IS DISTINCT FROM other_user_id
    RETURNING other_user_id AS id`);
  await db.execute(sql`
    INSERT INTO reviews (kind, user_id, other_user_id)
    SELECT 'lookalike', id, lookalike_of FROM (
      SELECT id, lookalike_of, row_number() OVER (PARTITION BY lookalike_of ORDER BY id) AS nth FROM users
      WHERE id = ANY(${wanted}::int[]) AND lookalike_of IS NOT NULL AND NOT EXISTS (
        SELECT FROM reviews known WHERE known.user_id = users.id AND known.kind = 'lookalike'
          AND known.other_user_id = users.lookalike_of
          AND (known.closed_at IS NULL OR known.action = 'dismiss' AND known.names_hash IS NULL))
    ) AS marked
    WHERE nth <= ${LOOKALIKES_OPEN_MAX} AND nth <= ${LOOKALIKES_OPEN_MAX} - (
      SELECT count(*) FROM reviews opened
      WHERE opened.other_user_id = marked.lookalike_of AND opened.closed_at IS NULL)
    ORDER BY id ON CONFLICT DO NOTHING`);
  await openWaitingLookalikes(
    db,
    removed.rows.map(({ id }) => id),
  );
}

/** The verified members that these people look like. */
export async function listResembled(db: Db, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT DISTINCT lookalike_of AS id FROM users
        WHERE id = ANY(${sql.param([...userIds])}::int[]) AND lookalike_of IS NOT NULL`,
  );
  return rows.map(({ id }) => id);
}

/**
 * After items about look-alikes of these verified members were closed: opens items for look-alikes that had no room,
 * except for `closedId`. Members who are locked are left to the next call, because waiting for them could deadlock.
 */
export async function openWaitingLookalikes(
  db: Db,
  verifiedIds: readonly number[],
  closedId = 0,
): Promise<void> {
  if (verifiedIds.length === 0) return;
  await db.execute(sql`
    INSERT INTO reviews (kind, user_id, other_user_id)
    SELECT 'lookalike', waiting.id, verified.id
    FROM (SELECT id FROM users WHERE id = ANY(${sql.param([...verifiedIds])}::int[])
      AND is_verified AND is_listed AND suspended_at IS NULL) AS verified
    CROSS JOIN LATERAL (
      SELECT id FROM users WHERE lookalike_of = verified.id AND id <> ${closedId} AND NOT EXISTS (
        SELECT FROM reviews known WHERE known.user_id = users.id AND known.kind = 'lookalike'
          AND known.other_user_id = verified.id
          AND (known.closed_at IS NULL OR known.action = 'dismiss' AND known.names_hash IS NULL))
      ORDER BY id LIMIT (SELECT greatest(0, ${LOOKALIKES_OPEN_MAX} - count(*)) FROM reviews opened
        WHERE opened.other_user_id = verified.id AND opened.closed_at IS NULL)
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS waiting
    ON CONFLICT DO NOTHING`);
}

/**
 * Deletes reports older than 90 days and items closed for 400 days, up to `limit` of each. Open items stay, and dismissed
 * look-alikes, which have no caution for as long as they are there.
 */
export async function deleteOldReports(db: Db, limit = 5_000) {
  await db.execute(sql`
    DELETE FROM reports WHERE id IN (
      SELECT r.id FROM reports r JOIN reviews v ON v.id = r.review_id
      WHERE r.created_at < now() - interval '90 days' AND v.closed_at IS NOT NULL
      ORDER BY r.created_at LIMIT ${limit})`);
  await db.execute(sql`
    DELETE FROM reviews WHERE id IN (
      SELECT id FROM reviews WHERE closed_at < now() - interval '400 days' AND names_hash IS NULL
      ORDER BY closed_at LIMIT ${limit})`);
}
