import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { confirmEmailInput, messageResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { CONFIRMATION_TOKEN_INVALID, SIGN_IN_TO_CONFIRM } from '#contract/mailed-links.ts';
import { AppError } from '#server/lib/app-error.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { currentUser } from '#server/plugins/session.ts';
import { findConfirmation, updateEmailProven } from './queries.ts';

export const confirmEmailRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/api/confirm-email',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'confirmEmail',
        tags: ['accounts'],
        summary: 'Confirm an email address with the token of a mailed link',
        description: 'Needs a session of the account.',
        body: confirmEmailInput,
        response: { 200: messageResponse, 401: errorResponse },
      },
    },
    async (request) => {
      const signedIn = await currentUser(request);
      await app.database.db.transaction(async (tx) => {
        const user = await findConfirmation(tx, hashToken(request.body.token));
        if (!user) {
          throw new AppError(400, 'CONFIRMATION_TOKEN_INVALID', CONFIRMATION_TOKEN_INVALID);
        }
        // The owner of an address must not confirm it for a stranger who registered it.
        if (signedIn?.id !== user.id) {
          throw new AppError(401, 'SIGN_IN_TO_CONFIRM', SIGN_IN_TO_CONFIRM);
        }
        // Following the link again is fine.
        if (user.emailProvenAt !== null) return;
        await updateEmailProven(tx, user, request.ip);
      });
      return { message: 'Your email is confirmed' };
    },
  );
};
