import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import {
  ownHandleResponse,
  ownHandlesResponse,
  paymentAccountInput,
  paymentAccountOrderInput,
  paymentAccountParams,
} from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { listOwnHandles } from '#server/db/own-handles.ts';
import { notFound } from '#server/lib/app-error.ts';
import { originOf } from '#server/lib/origin.ts';
import { changeAs } from '#server/plugins/access.ts';
import { countAgainst } from '#server/plugins/limits.ts';
import { requireRecentAuth, signedInUser } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';
import { emailProofRoutes } from './email-proof.ts';
import { deleteAccount, isReplacement, saveAccount, updateRanking } from './queries.ts';
import { websiteProofRoutes } from './website-proof.ts';

/** The signed-in member's own handles. */
export const paymentAccountRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  await app.register(emailProofRoutes);
  await app.register(websiteProofRoutes);

  app.get(
    '/api/payment-accounts',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listHandles',
        tags: ['handles'],
        summary: 'List your handles, in your order',
        response: { 200: ownHandlesResponse },
      },
    },
    async (request) => listOwnHandles(db, signedInUser(request).id),
  );

  app.post(
    '/api/payment-accounts',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'saveHandle',
        tags: ['handles'],
        summary: 'Save your handle on a platform',
        description:
          'One handle per platform: saving again replaces it, with status 200 instead of 201. Replacing requires recent authentication.',
        body: paymentAccountInput,
        response: { 200: ownHandleResponse, 201: ownHandleResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request, reply) => {
      const { id } = signedInUser(request);
      await countAgainst(request, 'handleChange', String(id));
      const { isNew, ...account } = await changeAs(request, async (tx, user) => {
        if (await isReplacement(tx, id, request.body)) requireRecentAuth(request);
        return saveAccount(tx, user, request.body, originOf(request));
      });
      return reply.code(isNew ? 201 : 200).send(account);
    },
  );

  app.put(
    '/api/payment-accounts/order',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'orderHandles',
        tags: ['handles'],
        summary: 'Set the order of your handles',
        description: 'The copy and pay buttons use the first one.',
        body: paymentAccountOrderInput,
        response: { 200: ownHandlesResponse },
      },
    },
    async (request) => {
      return changeAs(request, async (tx, user) => {
        await updateRanking(tx, user, request.body.platforms);
        return listOwnHandles(tx, user.id);
      });
    },
  );

  app.delete(
    '/api/payment-accounts/:platform',
    {
      config: { access: 'user', recentAuth: true },
      schema: {
        operationId: 'deleteHandle',
        tags: ['handles'],
        summary: 'Delete your handle on a platform',
        params: paymentAccountParams,
        response: { 200: messageResponse, 404: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      const { id } = signedInUser(request);
      const { platform } = request.params;
      await countAgainst(request, 'handleChange', String(id));
      const isDeleted = await changeAs(request, (tx, user) =>
        deleteAccount(tx, user, platform, originOf(request)),
      );
      if (!isDeleted) throw notFound(`You have no ${PLATFORM_LABELS[platform]} name here.`);
      return { message: `Your ${PLATFORM_LABELS[platform]} name was removed` };
    },
  );
};
