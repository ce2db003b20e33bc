import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { confirmEmailInput, messageAnswer } from '#contract/accounts.ts';
import { errorBody } from '#contract/errors.ts';
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
        summary: 'Proves with a mailed token that the account owns its mailbox; needs its session',
        body: confirmEmailInput,
        response: { 200: messageAnswer, 400: errorBody, 401: errorBody },
      },
    },
    async (request) => {
      const signedIn = await currentUser(request);
      await app.database.db.transaction(async (tx) => {
        const user = await findConfirmation(tx, hashToken(request.body.token));
        if (!user) {
          throw new AppError(400, 'CONFIRMATION_TOKEN_INVALID', CONFIRMATION_TOKEN_INVALID);
        }
        // Whoever registered somebody else's address must not be confirmed by its owner.
        if (signedIn?.id !== user.id) {
          throw new AppError(401, 'SIGN_IN_TO_CONFIRM', SIGN_IN_TO_CONFIRM);
        }
        // Following the link again, or reloading its page, finds it done.
        if (user.emailProvenAt !== null) return;
        await updateEmailProven(tx, user, request.ip);
      });
      return { message: 'Your email is confirmed' };
    },
  );
};
