import { createHmac } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse, ownUser } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { REPORT_ACCEPTED, reportInput } from '#contract/reports.ts';
import {
  suspensionAnswerInput,
  verificationInput,
  verificationResponse,
} from '#contract/reviews.ts';
import { isVerificationRequested } from '#server/db/reviews.ts';
import { findSecret } from '#server/db/secrets.ts';
import { insertSuspensionAnswer } from '#server/db/suspension.ts';
import { findOwnUser, toOwnUser } from '#server/db/users.ts';
import { AppError, pageSuspended } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { changeAs } from '#server/plugins/access.ts';
import { countAgainst, isWithinLimit } from '#server/plugins/limits.ts';
import { currentUser, signedInUser } from '#server/plugins/session.ts';
import { insertReport, insertVerificationRequest } from './queries.ts';

const VERIFIED_ALREADY = 'Your profile is verified already.';
const REQUESTED_ALREADY = 'You have asked for this already. We will look at your profile soon.';

/** What admins are asked to look at. */
export const reportRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  /** The network cannot be read from what is stored, and one customer's networks count as one. */
  async function hashNetwork(ip: string): Promise<Buffer> {
    const secret = await findSecret(db, 'report-network');
    return createHmac('sha256', secret).update(networkOf(ip, 48)).digest();
  }

  app.post(
    '/api/reports',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'reportPerson',
        tags: ['directory'],
        summary: 'Report a person to the admins',
        description:
          'Valid reports always get the same response, whether or not they are new, within the limit of 5 per network and day, or about somebody who exists.',
        body: reportInput,
        response: { 202: messageResponse },
      },
    },
    async (request, reply) => {
      const reporter = await currentUser(request);
      if (await isWithinLimit(request, 'report')) {
        const networkHash = await hashNetwork(request.ip);
        const report = { ...request.body, networkHash, memberId: reporter?.id ?? null };
        await db.transaction((tx) => insertReport(tx, report));
      }
      return reply.code(202).send({ message: REPORT_ACCEPTED });
    },
  );

  app.post(
    '/api/me/suspension-answer',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'answerSuspension',
        tags: ['accounts'],
        summary: 'Answer the admins while your page is suspended',
        description: 'Once per suspension. The admins read it in the review queue.',
        body: suspensionAnswerInput,
        response: { 200: ownUser, 409: errorResponse },
      },
    },
    async (request) => {
      const user = await changeAs(request, async (tx, before) => {
        if (before.suspendedAt === null) {
          throw new AppError(409, 'NOT_SUSPENDED', 'Your page is not suspended.');
        }
        if (before.suspensionAnswer !== null) {
          throw new AppError(409, 'ALREADY_ANSWERED', 'You have answered already.');
        }
        await insertSuspensionAnswer(tx, before, request.body.answer ?? '', request.ip);
        return findOwnUser(tx, before.id);
      });
      return toOwnUser(user, app.config.adminEmails);
    },
  );

  app.get(
    '/api/me/verification',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'getVerificationRequest',
        tags: ['accounts'],
        summary: 'Whether you have asked for verification and no admin has decided yet',
        response: { 200: verificationResponse },
      },
    },
    async (request) => ({
      isRequested: await isVerificationRequested(db, signedInUser(request).id),
    }),
  );

  app.post(
    '/api/me/verification',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'requestVerification',
        tags: ['accounts'],
        summary: 'Ask the admins to verify your profile',
        description: 'One request can be open at a time.',
        body: verificationInput,
        response: { 202: messageResponse, 409: errorResponse },
      },
    },
    async (request, reply) => {
      const { id } = signedInUser(request);
      await countAgainst(request, 'verification', String(id));
      await changeAs(request, async (tx, user) => {
        if (user.suspendedAt !== null) throw pageSuspended();
        if (user.isVerified) throw new AppError(409, 'ALREADY_VERIFIED', VERIFIED_ALREADY);
        const note = request.body.note ?? null;
        if (!(await insertVerificationRequest(tx, user, note, request.ip))) {
          throw new AppError(409, 'ALREADY_REQUESTED', REQUESTED_ALREADY);
        }
      });
      return reply.code(202).send({ message: 'Thanks. We will look at your profile soon.' });
    },
  );
};
