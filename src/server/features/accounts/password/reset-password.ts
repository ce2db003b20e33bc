import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { forgotPasswordInput, messageResponse, resetPasswordInput } from '#contract/accounts.ts';
import { RESET_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { insertMail } from '#server/db/mail-queue.ts';
import { AppError } from '#server/lib/app-error.ts';
import { emailKey } from '#server/lib/keys.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { originOf } from '#server/lib/origin.ts';
import { hashPassword } from '#server/lib/password.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { hasSignedDevice, knownDevice, setDeviceCookie } from '#server/plugins/devices.ts';
import { clearCount, countAgainst } from '#server/plugins/limits.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { refuseWeakPassword } from './check-password.ts';
import { findCredentials, findUserByResetToken, updatePasswordByToken } from './queries.ts';

const invalidToken = () => new AppError(400, 'RESET_TOKEN_INVALID', RESET_TOKEN_INVALID);

export const passwordResetRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.post(
    '/api/forgot-password',
    {
      config: { access: 'public', limit: 'forgotByAddress' },
      schema: {
        operationId: 'requestPasswordReset',
        tags: ['accounts'],
        summary: 'Request an email with a password reset link',
        description: 'The response is the same whether or not there is an account.',
        body: forgotPasswordInput,
        response: { 200: messageResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      const { email } = request.body;
      const device = await findDevice(request, emailKey(email));
      if (device) await countAgainst(request, 'forgotByDevice', device);
      else await countAgainst(request, 'forgotByEmail', emailKey(email));
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
      config: { access: 'public', limit: 'mailedLink' },
      schema: {
        operationId: 'resetPassword',
        tags: ['accounts'],
        summary: 'Set a new password with the token of a reset link',
        description: 'Ends every session of the account.',
        body: resetPasswordInput,
        response: { 200: messageResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => {
      const { token, password } = request.body;
      const tokenHash = hashToken(token);
      const owner = await findUserByResetToken(db, tokenHash);
      if (!owner) throw invalidToken();
      refuseWeakPassword(request, password, owner, 'password');

      const passwordHash = await releaseSlotWhile(request, () => hashPassword(password));
      const { ip, device } = originOf(request);
      const changed = await db.transaction(async (tx) => {
        const user = await updatePasswordByToken(tx, tokenHash, passwordHash, ip);
        if (!user) throw invalidToken();
        if (user.email !== null) {
          await insertMail(tx, {
            kind: 'password-changed',
            recipient: user.email,
            userId: user.id,
            // The link was emailed to this address, so there is nothing to undo.
            data: { at: new Date().toISOString(), network: networkOf(ip), device },
          });
        }
        return user;
      });
      // Where it was known before: the owner is not reported as new on their own device.
      if (knownDevice(request, owner)) setDeviceCookie(request, reply, changed);
      // Failed logins with the old password must not lock the owner out.
      if (owner.emailKey !== null) await clearCount(request, 'loginByAccount', owner.emailKey);
      return {
        message: 'Your password has been updated. You can now login with your new password.',
      };
    },
  );
};

/** The device, if it is known for the account with this address. Nothing is looked up for other browsers. */
async function findDevice(request: FastifyRequest, key: string): Promise<string | undefined> {
  if (!hasSignedDevice(request)) return undefined;
  const user = await findCredentials(request.server.database.db, key);
  return user && knownDevice(request, user);
}
