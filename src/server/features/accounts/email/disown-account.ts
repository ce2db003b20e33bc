import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { disownAccountInput, messageResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { DISOWN_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { keepAdmin } from '#server/db/admins.ts';
import { isNeverConfirmed } from '#server/db/users.ts';
import { deleteUser } from '#server/features/accounts/profile/queries.ts';
import { AppError } from '#server/lib/app-error.ts';
import { originOf } from '#server/lib/origin.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { findConfirmation } from './queries.ts';

const ACCOUNT_CONFIRMED =
  'This account’s email was confirmed, so this link can’t delete it. Log in to delete it.';

export const disownAccountRoutes: FastifyPluginAsyncZod = async (app) => {
  const { adminEmails } = app.config;

  app.post(
    '/api/disown-account',
    {
      config: { access: 'public', limit: 'mailedLink' },
      schema: {
        operationId: 'disownAccount',
        tags: ['accounts'],
        summary: 'Delete a never-confirmed account with the token emailed to its address',
        body: disownAccountInput,
        response: { 200: messageResponse, 409: errorResponse },
      },
    },
    async (request) => {
      await app.database.db.transaction(async (tx) => {
        const user = await findConfirmation(tx, hashToken(request.body.token));
        if (!user) throw new AppError(400, 'DISOWN_TOKEN_INVALID', DISOWN_TOKEN_INVALID);
        if (!isNeverConfirmed(user)) {
          throw new AppError(409, 'ACCOUNT_CONFIRMED', ACCOUNT_CONFIRMED);
        }
        const deleteIt = () => deleteUser(tx, user, null, originOf(request));
        await keepAdmin(tx, adminEmails, user, deleteIt);
      });
      return { message: 'The account was deleted' };
    },
  );
};
