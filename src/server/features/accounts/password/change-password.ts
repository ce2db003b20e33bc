import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { noContentResponse, passwordChangeInput } from '#contract/authentication.ts';
import { ownSessionOf } from '#server/features/accounts/sessions/own-session.ts';
import { originOf } from '#server/lib/origin.ts';
import { hashPassword } from '#server/lib/password.ts';
import { changeAs } from '#server/plugins/access.ts';
import { setDeviceCookie } from '#server/plugins/devices.ts';
import { countAttempt, countFromNetwork } from '#server/plugins/login-limits.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { accountKeyOf, checkPassword, refuseWeakPassword } from './check-password.ts';
import { findOwnCredentials, updateOwnPassword } from './queries.ts';

export const changePasswordRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.post(
    '/api/me/password',
    {
      config: { access: 'user', recentAuth: true, limit: 'login' },
      onRequest: countFromNetwork,
      schema: {
        operationId: 'changePassword',
        tags: ['accounts'],
        summary: 'Change your password',
        description: 'Ends all your other sessions and makes reset links invalid.',
        body: passwordChangeInput,
        response: { 204: noContentResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body;
      const user = await findOwnCredentials(db, ownSessionOf(request).user.id);
      refuseWeakPassword(request, newPassword, user, 'newPassword');

      const attempt = await countAttempt(request, accountKeyOf(user), user);
      const check = await checkPassword(request, user, currentPassword, 'currentPassword');
      const passwordHash = await releaseSlotWhile(request, () => hashPassword(newPassword));
      const devicesSince = await changeAs(request, async (tx) => {
        await check(tx);
        const hashes = { before: user.passwordHash, passwordHash };
        return updateOwnPassword(tx, ownSessionOf(request), hashes, originOf(request));
      });
      await attempt.clear();
      setDeviceCookie(request, reply, { id: user.id, devicesSince });
      return reply.code(204).send(null);
    },
  );
};
