import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { confirmEmailInput, messageResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { CONFIRMATION_TOKEN_INVALID, SIGN_IN_TO_CONFIRM } from '#contract/mailed-links.ts';
import { keepAdmin } from '#server/db/admins.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { findOwnUser } from '#server/db/users.ts';
import { alreadyTaken, takenField } from '#server/features/accounts/profile/taken.ts';
import { AppError } from '#server/lib/app-error.ts';
import { mailboxKey } from '#server/lib/keys.ts';
import { originOf } from '#server/lib/origin.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { countAgainst } from '#server/plugins/limits.ts';
import { reloadUser, signedInUser } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { findConfirmation, updateEmailProven, updateEmailToPending } from './queries.ts';

export const confirmEmailRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { adminEmails } = app.config;

  app.post(
    '/api/confirm-email',
    {
      config: { access: 'public', limit: 'mailedLink' },
      schema: {
        operationId: 'confirmEmail',
        tags: ['accounts'],
        summary: 'Confirm an email address with the token from an emailed link',
        description: 'Needs a session of the account. A pending address replaces the previous one.',
        body: confirmEmailInput,
        response: { 200: messageResponse, 401: errorResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      try {
        await db.transaction(async (tx) => {
          const user = await findConfirmation(tx, hashToken(request.body.token));
          if (!user) {
            throw new AppError(400, 'CONFIRMATION_TOKEN_INVALID', CONFIRMATION_TOKEN_INVALID);
          }
          // Read when the user is locked: the session may have ended meanwhile.
          await reloadUser(request, tx);
          // The owner of an address must not confirm it for a stranger who registered it.
          if (request.sessionUser?.id !== user.id) {
            throw new AppError(401, 'SIGN_IN_TO_CONFIRM', SIGN_IN_TO_CONFIRM);
          }
          if (user.confirmedKey === user.pendingEmailKey) {
            // An admin by ADMIN_EMAILS loses the role with the address.
            const replaceEmail = () => updateEmailToPending(tx, user, originOf(request));
            await keepAdmin(tx, adminEmails, user, replaceEmail);
          } else if (user.emailProvenAt === null) {
            // Otherwise the link is followed again, which is fine.
            await updateEmailProven(tx, user, request.ip);
          }
        });
      } catch (error) {
        throw (takenField(error) === 'email' && alreadyTaken(['email'])) || error;
      }
      return { message: 'Your email is confirmed' };
    },
  );

  app.post(
    '/api/me/confirmation',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'requestConfirmation',
        tags: ['accounts'],
        summary: 'Request another email with a confirmation link',
        description: 'To the pending address, or to the current one while it is unconfirmed.',
        response: { 200: messageResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      const { id } = signedInUser(request);
      await countAgainst(request, 'confirmation', String(id));
      const user = await findOwnUser(db, id);
      const recipient = user.pendingEmail ?? (user.emailProvenAt === null ? user.email : null);
      if (recipient === null) {
        throw new AppError(409, 'NOTHING_TO_CONFIRM', 'Your email is confirmed already.');
      }
      await countAgainst(request, 'mailbox', mailboxKey(recipient));
      await insertMail(db, { kind: 'confirm-email', recipient, userId: id });
      return { message: 'We sent you a new link. Please check your spam folder, too.' };
    },
  );
};
