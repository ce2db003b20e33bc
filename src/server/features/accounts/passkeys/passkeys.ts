import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import {
  PASSKEYS_MAX,
  passkeyCreationOptions,
  passkeyInput,
  passkeyParams,
  passkeyPatchInput,
  passkeyResponse,
  passkeysResponse,
} from '#contract/passkeys.ts';
import { ownSessionOf } from '#server/features/accounts/sessions/own-session.ts';
import { AppError, notFound } from '#server/lib/app-error.ts';
import { originOf } from '#server/lib/origin.ts';
import { relyingPartyOf, verifyAttestation } from '#server/lib/webauthn.ts';
import { changeAs } from '#server/plugins/access.ts';
import { countAgainst } from '#server/plugins/limits.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { creationOptions, ownUse } from './passkey-options.ts';
import {
  deletePasskey,
  insertPasskey,
  listCredentials,
  listPasskeys,
  updatePasskeyName,
} from './queries.ts';
import { answeredChallenge, passkeyInvalid } from './verify-passkey.ts';

const noSuchPasskey = () => notFound('There is no such passkey.');

const tooManyPasskeys = () =>
  new AppError(
    409,
    'PASSKEY_LIMIT',
    `You can have at most ${PASSKEYS_MAX} passkeys. Please remove one first.`,
  );

/** The signed-in member's own passkeys. */
export const passkeyRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.get(
    '/api/passkeys',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listPasskeys',
        tags: ['accounts'],
        summary: 'List your passkeys',
        description: `At most ${PASSKEYS_MAX}.`,
        response: { 200: passkeysResponse },
      },
    },
    async (request) => (await listPasskeys(db, signedInUser(request).id)).map(toPasskey),
  );

  app.post(
    '/api/passkeys/options',
    {
      config: { access: 'user', recentAuth: true, limit: 'passkeyOptions' },
      schema: {
        operationId: 'createPasskeyOptions',
        tags: ['accounts'],
        summary: 'Get the options for creating a passkey',
        description: 'For navigator.credentials.create(). The challenge works once, for 5 minutes.',
        response: { 200: passkeyCreationOptions, 409: errorResponse },
      },
    },
    async (request) => {
      const { id } = signedInUser(request);
      await countAgainst(request, 'passkeyOptionsByAccount', String(id));
      const credentials = await listCredentials(db, id);
      if (credentials.length >= PASSKEYS_MAX) throw tooManyPasskeys();
      return passkeyCreationOptions.parse(await creationOptions(request, credentials));
    },
  );

  app.post(
    '/api/passkeys',
    {
      config: { access: 'user', recentAuth: true },
      schema: {
        operationId: 'addPasskey',
        tags: ['accounts'],
        summary: 'Add a passkey',
        description:
          'Without a name, it is called after the device, with a number where another one is called that.',
        body: passkeyInput,
        response: { 201: passkeyResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => {
      const { name, response } = request.body;
      const { clientDataJSON } = response.response;
      const challenge = await answeredChallenge(db, clientDataJSON, ownUse(request, 'register'));
      const party = relyingPartyOf(app.config.publicUrl);
      const credential =
        challenge === undefined ? undefined : await verifyAttestation(response, challenge, party);
      if (!credential) throw passkeyInvalid();
      const origin = originOf(request);
      const row = await changeAs(request, async (tx) => {
        const session = ownSessionOf(request);
        const taken = (await listPasskeys(tx, session.user.id)).map((passkey) => passkey.name);
        if (taken.length >= PASSKEYS_MAX) throw tooManyPasskeys();
        const passkey = { ...credential, name: name ?? freeName(origin.device, taken) };
        return insertPasskey(tx, session, passkey, origin);
      });
      if (!row) throw passkeyInvalid();
      return reply.code(201).send(toPasskey(row));
    },
  );

  app.patch(
    '/api/passkeys/:id',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'renamePasskey',
        tags: ['accounts'],
        summary: 'Rename one of your passkeys',
        params: passkeyParams,
        body: passkeyPatchInput,
        response: { 200: passkeyResponse, 404: errorResponse },
      },
    },
    async (request) => {
      const row = await changeAs(request, (tx) =>
        updatePasskeyName(tx, ownSessionOf(request).user.id, request.params.id, request.body.name),
      );
      if (!row) throw noSuchPasskey();
      return toPasskey(row);
    },
  );

  app.delete(
    '/api/passkeys/:id',
    {
      config: { access: 'user', recentAuth: true },
      schema: {
        operationId: 'deletePasskey',
        tags: ['accounts'],
        summary: 'Remove one of your passkeys',
        params: passkeyParams,
        response: { 200: messageResponse, 404: errorResponse },
      },
    },
    async (request) => {
      const { id } = request.params;
      const isDeleted = await changeAs(request, (tx) =>
        deletePasskey(tx, ownSessionOf(request), id, originOf(request)),
      );
      if (!isDeleted) throw noSuchPasskey();
      return { message: 'The passkey was removed' };
    },
  );
};

/** 'Chrome on Linux', or 'Chrome on Linux 2' where another passkey has that name. */
function freeName(device: string, taken: readonly string[]): string {
  let name = device;
  for (let number = 2; taken.includes(name); number += 1) name = `${device} ${number}`;
  return name;
}

function toPasskey(row: Awaited<ReturnType<typeof listPasskeys>>[number]) {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
