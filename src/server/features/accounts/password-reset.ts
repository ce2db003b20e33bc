import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { forgotPasswordInput, messageAnswer, resetPasswordInput } from '#contract/accounts.ts';
import { errorBody } from '#contract/errors.ts';
import { RESET_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { AppError, invalidInput } from '#server/lib/app-error.ts';
import { emailKey } from '#server/lib/keys.ts';
import { hashPassword } from '#server/lib/password.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { passwordWeakness } from '#server/lib/weak-password.ts';
import { clearCount, countAgainst } from '#server/plugins/limits.ts';
import { sendMailsAfterAnswer } from '#server/plugins/mail.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { findUserByResetToken, updatePasswordByToken } from './queries.ts';

const invalidToken = () => new AppError(400, 'RESET_TOKEN_INVALID', RESET_TOKEN_INVALID);

export const passwordResetRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.post(
    '/api/forgot-password',
    {
      config: { access: 'public', limit: 'forgotByAddress' },
      schema: {
        summary: 'Mails a reset link, where there is such an account; the answer never tells',
        body: forgotPasswordInput,
        response: { 200: messageAnswer, 400: errorBody, 429: errorBody },
      },
      onResponse: sendMailsAfterAnswer,
    },
    async (request) => {
      const { email } = request.body;
      await countAgainst(request, 'forgotByEmail', emailKey(email));
      // The same work for every address, so that timing does not reveal which have an account.
      await insertMail(db, { kind: 'reset-password', recipient: email, data: { ip: request.ip } });
      return {
        message: "If an account exists with that email, you'll receive a reset link shortly.",
      };
    },
  );

  app.post(
    '/api/reset-password',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sets a new password with a mailed token, and ends every session',
        body: resetPasswordInput,
        response: { 200: messageAnswer, 400: errorBody },
      },
      onResponse: sendMailsAfterAnswer,
    },
    async (request) => {
      const { token, password } = request.body;
      const tokenHash = hashToken(token);
      const owner = await findUserByResetToken(db, tokenHash);
      if (!owner) throw invalidToken();
      const weakness = app.config.passwordBlocklist ? passwordWeakness(password, owner) : undefined;
      if (weakness) throw invalidInput(weakness, { password: weakness });

      const passwordHash = await releaseSlotWhile(request, () => hashPassword(password));
      await db.transaction(async (tx) => {
        const user = await updatePasswordByToken(tx, tokenHash, passwordHash, request.ip);
        if (!user) throw invalidToken();
        if (user.email !== null) {
          await insertMail(tx, {
            kind: 'password-changed',
            recipient: user.email,
            userId: user.id,
          });
        }
      });
      // Failed logins with the old password must not lock the owner out.
      if (owner.emailKey !== null) await clearCount(request, 'loginByAccount', owner.emailKey);
      return {
        message: 'Your password has been updated. You can now login with your new password.',
      };
    },
  );
};
