import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { idParams } from '#contract/fields.ts';
import {
  type Review,
  reviewActionInput,
  reviewCountsResponse,
  reviewsQuery,
  reviewsResponse,
} from '#contract/reviews.ts';
import type { SessionUser } from '#contract/session.ts';
import type { Db } from '#server/db/client.ts';
import type { UserRow } from '#server/db/users.ts';
import { AppError, notFound } from '#server/lib/app-error.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import { cutPage, readIdCursor } from '#server/lib/paging.ts';
import { profileVersion } from '#server/lib/profile-version.ts';
import { changeAs } from '#server/plugins/access.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import {
  requireNotAdmin,
  requireNotSuspended,
  requireSeenReports,
  requireVersion,
} from './flags.ts';
import { listAccountsOf } from './queries.ts';
import {
  findOpenReports,
  findReview,
  findReviewCounts,
  hasNewer,
  listChangesOf,
  listReportsOf,
  listReviews,
  listUsersById,
  type ReviewRow,
  updateDismissed,
  updateReopened,
  updateReviewRestored,
  updateReviewSuspended,
  updateReviewVerified,
} from './review-queries.ts';

const PATH = '/api/admin/reviews';
const unknownReview = () => notFound('There is no such item.');
const closedAlready = () =>
  new AppError(409, 'REVIEW_CLOSED', 'Somebody has closed this item. Please reload the list.');

const suspendedAlready = () =>
  new AppError(409, 'ALREADY_SUSPENDED', 'This person is already suspended.');
const notAnAnswer = () =>
  new AppError(409, 'NOT_AN_ANSWER', 'Only the answer of a suspended member can be restored.');
const DONE = {
  dismiss: 'Dismissed',
  verify: 'Verified',
  suspend: 'Suspended',
  restore: 'Restored',
};

/** What admins have to look at: reports, look-alikes, requests for verification, lost badges. */
export const reviewRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { adminEmails } = app.config;

  app.get(
    PATH,
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listReviews',
        tags: ['admin'],
        summary: 'List what waits for a review, oldest first',
        description:
          'Reports are grouped by person. The Link header has the address of the next page.',
        querystring: reviewsQuery,
        response: { 200: reviewsResponse },
      },
    },
    async (request, reply) => {
      const { kind, limit, cursor } = request.query;
      const rows = await listReviews(db, { kind, limit, after: readIdCursor(cursor) });
      const { page, link } = cutPage(rows, {
        path: PATH,
        limit,
        ...(kind ? { query: { kind } } : {}),
      });
      if (link) reply.header('link', link);
      return withFacts(db, page);
    },
  );

  app.get(
    `${PATH}/counts`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'countReviews',
        tags: ['admin'],
        summary: 'Count what waits for a review, by kind',
        description: 'Counting stops at 1,001, which means more than 1,000.',
        response: { 200: reviewCountsResponse },
      },
    },
    async () => findReviewCounts(db),
  );

  app.post(
    `${PATH}/:id`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'closeReview',
        tags: ['admin'],
        summary: 'Dismiss an item, or verify, suspend or restore the member',
        description:
          '`verify`, `restore`, and `dismiss` for a look-alike, require the item’s `version` and are refused if the profile changed since. `verify`, and `dismiss` for reports, close reports: they require the person’s `newestReportId`, unless it is null, and are refused if there are newer ones. A suspended member cannot be verified or suspended. `suspend` requires a `reason`, which is shown to the member. `verify` and `suspend` close all items about the member. `restore` lifts a suspension and is only for the answer of a suspended member.',
        params: idParams,
        body: reviewActionInput,
        response: { 200: messageResponse, 404: errorResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      const { action, reason = null, version, newestReportId = null } = request.body;
      await changeReview(request, request.params.id, async (tx, reviewed) => {
        const { review, subject } = reviewed;
        if (review.closedAt !== null) throw closedAlready();
        const closing = { ...reviewed, reason };
        if (action === 'dismiss') {
          if (review.kind === 'report') await requireSeenReports(tx, subject, newestReportId);
          if (review.kind === 'lookalike') await requireVersion(tx, subject, version ?? '');
          return updateDismissed(tx, closing);
        }
        if (action === 'restore') {
          if (review.kind !== 'answer') throw notAnAnswer();
          if (subject.suspendedAt === null) throw closedAlready();
          // The link of an earlier notice may restore a name meanwhile.
          await requireVersion(tx, subject, version ?? '');
          return updateReviewRestored(tx, closing);
        }
        if (action === 'suspend') {
          requireNotAdmin(subject, adminEmails);
          // Closing everything about them would close their only answer.
          if (subject.suspendedAt !== null) throw suspendedAlready();
          return updateReviewSuspended(tx, closing);
        }
        await requireVersion(tx, subject, version ?? '');
        requireNotSuspended(subject);
        await requireSeenReports(tx, subject, newestReportId);
        await updateReviewVerified(tx, closing);
      });
      return { message: DONE[action] };
    },
  );

  app.post(
    `${PATH}/:id/reopen`,
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'reopenReview',
        tags: ['admin'],
        summary: 'Undo the dismissal of an item',
        params: idParams,
        response: { 200: messageResponse, 404: errorResponse, 409: errorResponse },
      },
    },
    async (request) => {
      await changeReview(request, request.params.id, async (tx, reviewed) => {
        const { review } = reviewed;
        if (review.action !== 'dismiss' || (await hasNewer(tx, review))) {
          throw new AppError(
            409,
            'NOT_REOPENED',
            'This item cannot be reopened. Please reload the list.',
          );
        }
        await updateReopened(tx, { ...reviewed, reason: null });
      });
      return { message: 'Reopened' };
    },
  );
};

interface Reviewed {
  review: ReviewRow;
  subject: UserRow;
  actor: SessionUser;
  ip: string;
}

/** Reads the item again after locking the member it is about: then nobody else can close it. */
async function changeReview(
  request: FastifyRequest,
  id: number,
  change: (tx: Db, reviewed: Reviewed) => Promise<void>,
): Promise<void> {
  const known = await findReview(request.server.database.db, id);
  if (!known) throw unknownReview();
  const changeIt = async (tx: Db, _: UserRow, subject: UserRow | undefined) => {
    const review = subject && (await findReview(tx, id));
    if (!review) throw unknownReview();
    await change(tx, { review, subject, actor: signedInUser(request), ip: request.ip });
  };
  await changeAs(request, changeIt, { subjectId: known.userId });
}

async function withFacts(db: Db, rows: ReviewRow[]): Promise<Review[]> {
  const userIds = [
    ...new Set(rows.flatMap(({ userId, otherUserId }) => [userId, otherUserId ?? []].flat())),
  ];
  const people = await listUsersById(db, userIds);
  const accounts = await listAccountsOf(db, userIds);
  // Before the reports: a newer one than is shown must not count as seen.
  const openReports = await findOpenReports(db, userIds);
  const reports = await listReportsOf(
    db,
    rows.filter(({ kind }) => kind === 'report').map(({ id }) => id),
  );
  const changes = await listChangesOf(db, userIds);
  const personOf = (id: number | null) => {
    const user = people.find((each) => each.id === id);
    if (!user) return null;
    const own = accounts.filter(({ userId }) => userId === id);
    return {
      id: user.id,
      name: user.name,
      screenName: user.screenName,
      username: user.username,
      profileImage: avatarPath(user.id, user.profileImageHash),
      websiteUrl: user.websiteUrl,
      isVerified: user.isVerified,
      suspension: user.suspendedAt && {
        since: user.suspendedAt.toISOString(),
        reason: user.suspendedReason,
      },
      isEmailConfirmed: user.emailProvenAt !== null,
      memberSince: user.createdAt.toISOString(),
      accounts: own,
      changes: changes
        .filter(({ userId }) => userId === id)
        .map(({ userId: _, ...change }) => change),
      openReports: openReports.get(user.id)?.count ?? 0,
      newestReportId: openReports.get(user.id)?.newestId ?? null,
      version: profileVersion(user, own),
    };
  };
  return rows.flatMap((row) => {
    const person = personOf(row.userId);
    // Deleted since the items were read.
    if (!person) return [];
    return {
      id: row.id,
      kind: row.kind,
      openedAt: row.openedAt.toISOString(),
      person,
      other: personOf(row.otherUserId),
      note: row.note,
      reportCount: row.reportCount,
      reports: reports
        .filter(({ reviewId }) => reviewId === row.id)
        .map(({ reviewId: _, ...report }) => report),
    };
  });
}
