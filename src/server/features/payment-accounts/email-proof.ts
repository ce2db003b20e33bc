import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { displayHandle } from '#contract/handles.ts';
import { ownHandlesResponse, paymentAccountParams } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { CODE_VOID, CODE_WRONG, codeInput } from '#contract/proofs.ts';
import type { Db } from '#server/db/client.ts';
import { listOwnHandles } from '#server/db/own-handles.ts';
import { AppError, invalidInput, pageSuspended } from '#server/lib/app-error.ts';
import { emailHandleKey } from '#server/lib/handle-facts.ts';
import { mailboxKey } from '#server/lib/keys.ts';
import { changeAs } from '#server/plugins/access.ts';
import { countAgainst } from '#server/plugins/limits.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { findOwnHandle, insertCodeMail, updateEmailProof } from './proof-queries.ts';

const noEmail = () =>
  new AppError(409, 'NO_EMAIL_HANDLE', 'Please save an email address as your payment name first.');

/** A handle that is an email address is proven by a code that is emailed to it. */
export const emailProofRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  async function findEmailHandle(tx: Db, userId: number, platform: Platform) {
    const handle = await findOwnHandle(tx, userId, platform);
    const emailKey = handle && emailHandleKey(platform, handle.username);
    if (!handle || emailKey === undefined) throw noEmail();
    return { ...handle, platform, emailKey, email: displayHandle(platform, handle.username) };
  }

  app.post(
    '/api/payment-accounts/:platform/code',
    {
      config: { access: 'user', limit: 'handleCodeByAddress' },
      schema: {
        operationId: 'requestHandleCode',
        tags: ['handles'],
        summary: 'Request a code by email for a handle that is an email address',
        description:
          'Six digits, valid for 10 minutes and 5 attempts. A new code voids the one before, and so does a change of the handle.',
        params: paymentAccountParams,
        response: { 202: messageResponse, 404: errorResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => {
      const { id } = signedInUser(request);
      const { platform } = request.params;
      const { email, proof } = await findEmailHandle(db, id, platform);
      if (proof === 'email') {
        throw new AppError(409, 'ALREADY_PROVEN', 'This email address is confirmed already.');
      }
      await countAgainst(request, 'handleCode', String(id));
      await countAgainst(request, 'mailbox', mailboxKey(email));
      await changeAs(request, async (tx, { suspendedAt }) => {
        if (suspendedAt) throw pageSuspended();
        const handle = await findEmailHandle(tx, id, platform);
        // It was changed since its mailbox was counted.
        if (handle.email !== email) throw noEmail();
        await insertCodeMail(tx, id, handle);
      });
      return reply.code(202).send({ message: `We sent a code to ${email}.` });
    },
  );

  app.post(
    '/api/payment-accounts/:platform/proof',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'proveHandle',
        tags: ['handles'],
        summary: 'Prove your handle with the emailed code',
        params: paymentAccountParams,
        body: codeInput,
        response: { 200: ownHandlesResponse, 404: errorResponse, 409: errorResponse },
      },
    },
    async (request) => {
      const { id } = signedInUser(request);
      const { platform } = request.params;
      const { code } = request.body;
      await countAgainst(request, 'handleProof', String(id));
      const outcome = await changeAs(request, async (tx, user) => {
        if (user.suspendedAt) throw pageSuspended();
        const handle = await findEmailHandle(tx, id, platform);
        return updateEmailProof(tx, user, handle, { code, ip: request.ip });
      });
      if (outcome === 'wrong') throw invalidInput(CODE_WRONG, { code: CODE_WRONG });
      if (outcome === 'void') throw new AppError(409, 'CODE_VOID', CODE_VOID);
      return listOwnHandles(db, id);
    },
  );
};
