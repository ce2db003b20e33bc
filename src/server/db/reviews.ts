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

/** Deletes reports older than 90 days and items closed for 400 days, up to `limit` of each. Open items stay. */
export async function deleteOldReports(db: Db, limit = 5_000) {
  await db.execute(sql`
    DELETE FROM reports WHERE id IN (
      SELECT r.id FROM reports r JOIN reviews v ON v.id = r.review_id
      WHERE r.created_at < now() - interval '90 days' AND v.closed_at IS NOT NULL
      ORDER BY r.created_at LIMIT ${limit})`);
  await db.execute(sql`
    DELETE FROM reviews WHERE id IN (
      SELECT id FROM reviews WHERE closed_at < now() - interval '400 days' ORDER BY closed_at LIMIT ${limit})`);
}
