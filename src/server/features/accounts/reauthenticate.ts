import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  noContentResponse,
  PASSWORD_MISMATCH,
  reauthenticateInput,
} from '#contract/authentication.ts';
import { errorResponse } from '#contract/errors.ts';
import { type PasskeyAssertion, passkeyRequestOptions } from '#contract/passkeys.ts';
import type { Db } from '#server/db/client.ts';
import { updateAuthenticated } from '#server/db/sessions.ts';
import { AppError, notSignedIn } from '#server/lib/app-error.ts';
import { describeDevice } from '#server/lib/describe-device.ts';
import { isPasswordCorrect } from '#server/lib/password.ts';
import { countAgainst } from '#server/plugins/limits.ts';
import { countAttempt, countFromNetwork } from '#server/plugins/login-limits.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { askerOf } from './asker.ts';
import { ownUse, requestOptions } from './passkey-options.ts';
import { listCredentials } from './passkey-queries.ts';
import { findOwnCredentials, insertFailedLogin, isPasswordUnchanged } from './queries.ts';
import { verifyPasskey } from './verify-passkey.ts';

/** Not 401: the session has not ended. */
const wrongPassword = (field: string) =>
  new AppError(400, 'WRONG_PASSWORD', PASSWORD_MISMATCH, {
    fields: { [field]: PASSWORD_MISMATCH },
  });

type Credentials = Awaited<ReturnType<typeof findOwnCredentials>>;

/**
 * Checks the password of the signed-in member; a wrong one is a 400 for `field`. Returns a condition for the
 * transaction that follows: nobody changed the password meanwhile.
 */
export async function checkPassword(
  request: FastifyRequest,
  user: Credentials,
  password: string,
  field: string,
): Promise<(tx: Db) => Promise<void>> {
  const { db } = request.server.database;
  const { passwordHash } = user;
  const isRight = await releaseSlotWhile(request, () => isPasswordCorrect(password, passwordHash));
  if (!passwordHash || !isRight) {
    const device = describeDevice(request.headers['user-agent']);
    await insertFailedLogin(db, user, user.email ?? '', { ip: request.ip, device });
    throw wrongPassword(field);
  }
  return async (tx) => {
    if (!(await isPasswordUnchanged(tx, user.id, passwordHash))) throw wrongPassword(field);
  };
}

/** What failed attempts of an account are counted by: the same as at its login. */
export const accountKeyOf = ({ id, emailKey }: Pick<Credentials, 'id' | 'emailKey'>) =>
  emailKey ?? `user ${id}`;

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
        description: 'For the next 10 minutes this session counts as recently authenticated.',
        body: reauthenticateInput,
        response: { 204: noContentResponse },
      },
    },
    async (request, reply) => {
      const { password, passkey } = request.body;
      const asker = askerOf(request);
      const user = await findOwnCredentials(db, asker.user.id);
      const attempt = await countAttempt(request, accountKeyOf(user), user);
      const check =
        password === undefined
          ? await checkPasskey(request, passkey)
          : await checkPassword(request, user, password, 'password');
      await db.transaction(async (tx) => {
        await check(tx);
        if (!(await updateAuthenticated(tx, asker.tokenHash))) throw notSignedIn();
      });
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
