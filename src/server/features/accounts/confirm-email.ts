import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { confirmEmailInput, messageResponse } from '#contract/accounts.ts';
import { CONFIRMATION_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { AppError } from '#server/lib/app-error.ts';
import { hashToken } from '#server/lib/tokens.ts';
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
        body: confirmEmailInput,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      await app.database.db.transaction(async (tx) => {
        const user = await findConfirmation(tx, hashToken(request.body.token));
        if (!user) {
          throw new AppError(400, 'CONFIRMATION_TOKEN_INVALID', CONFIRMATION_TOKEN_INVALID);
        }
        // Following the link again is fine.
        if (user.emailProvenAt !== null) return;
        await updateEmailProven(tx, user, request.ip);
      });
      return { message: 'Your email is confirmed' };
    },
  );
};
