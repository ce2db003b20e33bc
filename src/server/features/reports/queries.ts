import { and, eq, or, sql } from 'drizzle-orm';
import type { ReportInput } from '#contract/reports.ts';
import { insertAudit } from '#server/db/audit.ts';
import type { Db } from '#server/db/client.ts';
import { updateReported } from '#server/db/reported.ts';
import { openReview } from '#server/db/reviews.ts';
import { reports, reviews, users } from '#server/db/schema.ts';
import type { UserRow } from '#server/db/users.ts';

/** Beyond it an open item gets no further reports: they would tell nothing new. */
const REPORTS_PER_ITEM = 200;

interface NewReport extends ReportInput {
  networkHash: Buffer;
  /** Null for a visitor. */
  memberId: number | null;
}

/** Stores a report, unless this reporter reported the person before. Needs a transaction. */
export async function insertReport(db: Db, report: NewReport): Promise<void> {
  const { userId, networkHash, memberId } = report;
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!person || (await isReportedBefore(db, report))) return;
  const review = await openReview(db, { kind: 'report', userId });
  if (review.reportCount >= REPORTS_PER_ITEM) return;
  await db.insert(reports).values({
    userId,
    reviewId: review.id,
    networkHash,
    memberId: memberId === null ? null : await findExisting(db, memberId),
    reason: report.reason,
    details: report.details ?? null,
  });
  await db
    .update(reviews)
    .set({ reportCount: sql`${reviews.reportCount} + 1` })
    .where(eq(reviews.id, review.id));
  // Also for a verified member: it shows once the badge is lost.
  await updateReported(db, userId);
}

/** Null once the account is deleted: the report stays. */
async function findExisting(db: Db, memberId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, memberId))
    .for('key share');
  return row?.id ?? null;
}

async function isReportedBefore(
  db: Db,
  { userId, networkHash, memberId }: NewReport,
): Promise<boolean> {
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        eq(reports.userId, userId),
        or(
          eq(reports.networkHash, networkHash),
          memberId === null ? undefined : eq(reports.memberId, memberId),
        ),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** `user` is locked. False if a request is open already. */
export async function insertVerificationRequest(
  db: Db,
  user: UserRow,
  note: string | null,
  ip: string,
): Promise<boolean> {
  const { isNew } = await openReview(db, { kind: 'verification', userId: user.id, note });
  if (!isNew) return false;
  await insertAudit(db, { action: 'verification-requested', actor: user, subject: user, ip });
  return true;
}
