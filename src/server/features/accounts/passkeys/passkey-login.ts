import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ownUser } from '#contract/accounts.ts';
import { passkeyLoginInput, passkeyRequestOptions } from '#contract/passkeys.ts';
import { toOwnUser } from '#server/db/users.ts';
import { startSession } from '#server/features/accounts/sessions/start-session.ts';
import { knownDevice } from '#server/plugins/devices.ts';
import { refund } from '#server/plugins/limits.ts';
import { LOGIN_USE, requestOptions } from './passkey-options.ts';
import { verifyPasskey } from './verify-passkey.ts';

export const passkeyLoginRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/api/login/passkey/options',
    {
      config: { access: 'public', limit: 'passkeyOptions' },
      schema: {
        operationId: 'createLoginOptions',
        tags: ['accounts'],
        summary: 'Get the options for logging in with a passkey',
        description: 'For navigator.credentials.get(). The challenge works once, for 5 minutes.',
        response: { 200: passkeyRequestOptions },
      },
    },
    async (request) => passkeyRequestOptions.parse(await requestOptions(request, LOGIN_USE)),
  );

  app.post(
    '/api/login/passkey',
    {
      config: { access: 'public', limit: ['loginByAddress', 'login'] },
      schema: {
        operationId: 'logInWithPasskey',
        tags: ['accounts'],
        summary: 'Log in with a passkey',
        description: 'Sets the session cookie and ends the session of the cookie that was sent.',
        body: passkeyLoginInput,
        response: { 200: ownUser },
      },
    },
    async (request, reply) => {
      const { user, recordUse } = await verifyPasskey(request, request.body.response, LOGIN_USE);
      const isKnownDevice = knownDevice(request, user) !== undefined;
      await startSession(request, reply, { user, isKnownDevice, check: recordUse });
      await refund(request, 'loginByAddress');
      return toOwnUser(user, app.config.adminEmails);
    },
  );
};
