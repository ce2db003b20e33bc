import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { noContentResponse, reauthenticateInput } from '#contract/authentication.ts';
import { errorResponse } from '#contract/errors.ts';
import { type PasskeyAssertion, passkeyRequestOptions } from '#contract/passkeys.ts';
import { ownUse, requestOptions } from '#server/features/accounts/passkeys/passkey-options.ts';
import { listCredentials } from '#server/features/accounts/passkeys/queries.ts';
import { verifyPasskey } from '#server/features/accounts/passkeys/verify-passkey.ts';
import { accountKeyOf, checkPassword } from '#server/features/accounts/password/check-password.ts';
import { findOwnCredentials } from '#server/features/accounts/password/queries.ts';
import { AppError } from '#server/lib/app-error.ts';
import { changeAs } from '#server/plugins/access.ts';
import { countAgainst } from '#server/plugins/limits.ts';
import { countAttempt, countFromNetwork } from '#server/plugins/login-limits.ts';
import { confirmSession, signedInUser } from '#server/plugins/session.ts';

export const reauthenticateRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.post(
    '/api/reauthenticate/options',
    {
      config: { access: 'user', limit: 'passkeyOptions' },
      schema: {
        operationId: 'createConfirmationOptions',
        tags: ['accounts'],
        summary: 'Get the options for confirming with one of your passkeys',
        description: 'For navigator.credentials.get(). The challenge works once, for 5 minutes.',
        response: { 200: passkeyRequestOptions, 409: errorResponse },
      },
    },
    async (request) => {
      const { id } = signedInUser(request);
      await countAgainst(request, 'passkeyOptionsByAccount', String(id));
      const credentials = await listCredentials(db, id);
      if (credentials.length === 0) {
        throw new AppError(409, 'NO_PASSKEY', 'You have no passkey yet. Use your password.');
      }
      const use = ownUse(request, 'reauthenticate');
      return passkeyRequestOptions.parse(await requestOptions(request, use, credentials));
    },
  );

  app.post(
    '/api/reauthenticate',
    {
      config: { access: 'user', limit: 'login' },
      onRequest: countFromNetwork,
      schema: {
        operationId: 'confirmIdentity',
        tags: ['accounts'],
        summary: 'Confirm that it is you, with your password or a passkey',
        description:
          'For the next 10 minutes this session counts as recently authenticated. Its cookie is replaced.',
        body: reauthenticateInput,
        response: { 204: noContentResponse },
      },
    },
    async (request, reply) => {
      const { password, passkey } = request.body;
      const user = await findOwnCredentials(db, signedInUser(request).id);
      const attempt = await countAttempt(request, accountKeyOf(user), user);
      const check =
        password === undefined
          ? await checkPasskey(request, passkey)
          : await checkPassword(request, user, password, 'password');
      const setCookie = await changeAs(request, async (tx) => {
        await check(tx);
        return confirmSession(tx, request);
      });
      setCookie(reply);
      await attempt.clear();
      return reply.code(204).send(null);
    },
  );
};

async function checkPasskey(request: FastifyRequest, passkey: PasskeyAssertion | undefined) {
  // The schema has one of the two.
  if (!passkey) throw new Error('There is neither a password nor a passkey.');
  const { recordUse } = await verifyPasskey(request, passkey, ownUse(request, 'reauthenticate'));
  return recordUse;
}
