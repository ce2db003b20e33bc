import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageAnswer } from '#contract/accounts.ts';
import { errorBody } from '#contract/errors.ts';
import {
  paymentAccountAnswer,
  paymentAccountInput,
  paymentAccountOrderInput,
  paymentAccountParams,
  paymentAccountsAnswer,
} from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { notFound } from '#server/lib/app-error.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { deleteAccount, listAccounts, saveAccount, updateRanking } from './queries.ts';

/** The signed-in member's own handles. */
export const paymentAccountRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.get(
    '/api/payment-accounts',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The own handles, in the own ranking',
        response: { 200: paymentAccountsAnswer, 401: errorBody },
      },
    },
    async (request) => listAccounts(db, signedInUser(request).id),
  );

  app.post(
    '/api/payment-accounts',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Saves a handle: one a platform, saving again replaces it (200 instead of 201)',
        body: paymentAccountInput,
        response: {
          200: paymentAccountAnswer,
          201: paymentAccountAnswer,
          400: errorBody,
          401: errorBody,
        },
      },
    },
    async (request, reply) => {
      const { id } = signedInUser(request);
      const { isNew, ...account } = await db.transaction((tx) =>
        saveAccount(tx, id, request.body, request.ip),
      );
      return reply.code(isNew ? 201 : 200).send(account);
    },
  );

  app.put(
    '/api/payment-accounts/order',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Ranks the own handles: the first is what copy and pay use',
        body: paymentAccountOrderInput,
        response: { 200: paymentAccountsAnswer, 400: errorBody, 401: errorBody },
      },
    },
    async (request) => {
      const { id } = signedInUser(request);
      return db.transaction(async (tx) => {
        await updateRanking(tx, id, request.body.platforms);
        return listAccounts(tx, id);
      });
    },
  );

  app.delete(
    '/api/payment-accounts/:platform',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Takes a handle away',
        params: paymentAccountParams,
        response: { 200: messageAnswer, 400: errorBody, 401: errorBody, 404: errorBody },
      },
    },
    async (request) => {
      const { id } = signedInUser(request);
      const { platform } = request.params;
      const isDeleted = await db.transaction((tx) => deleteAccount(tx, id, platform, request.ip));
      if (!isDeleted) throw notFound(`You have no ${PLATFORM_LABELS[platform]} account here.`);
      return { message: `Your ${PLATFORM_LABELS[platform]} account was removed` };
    },
  );
};
