import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { APP_VERSION, CHANGELOG } from '#contract/changelog.ts';
import { errorResponse } from '#contract/errors.ts';
import {
  APP_VERSION_HEADER,
  healthResponse,
  keepAliveQuery,
  pingResponse,
  updateCheckResponse,
} from '#contract/system.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { pingDatabase } from './queries.ts';
import { isNewer } from './versions.ts';

/** Liveness, readiness and update checks. */
export const systemRoutes: FastifyPluginAsyncZod = async (app) => {
  const { lifecycle } = app;
  const longPolls = createConcurrencyLimit(app.bounds.longPolls);
  const held = new Set<() => void>();
  app.addHook('preClose', async () => {
    lifecycle.isStopping = true;
    for (const release of held) release();
  });

  /** Waits until the time is over, the server stops or the client leaves; returns at once if too many wait. */
  function hold(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (lifecycle.isStopping || reply.raw.destroyed) return Promise.resolve();
    const acquired = longPolls.acquire(networkOf(request.ip));
    if (typeof acquired === 'string') return Promise.resolve();
    return new Promise((resolve) => {
      const release = () => {
        clearTimeout(timer);
        held.delete(release);
        acquired();
        resolve();
      };
      const timer = setTimeout(release, app.bounds.longPollMs);
      held.add(release);
      reply.raw.once('close', release);
    });
  }

  app.get(
    '/api/keep-alive',
    {
      // Held on purpose and nearly free: it must not count as work in progress.
      config: { access: 'public', isAlwaysAnswered: true },
      schema: {
        operationId: 'pingServer',
        tags: ['system'],
        summary: 'Check that the server is online',
        description: 'With method=long-poll the response comes after up to 20 seconds.',
        querystring: keepAliveQuery,
        response: { 200: pingResponse, 503: errorResponse },
      },
    },
    async (request, reply) => {
      if (request.query.method === 'long-poll') await hold(request, reply);
      return { timestamp: new Date().toISOString(), message: 'Server is online' };
    },
  );

  app.get(
    '/api/db-heartbeat',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'pingDatabase',
        tags: ['system'],
        summary: 'Check that the database is online',
        response: { 200: pingResponse },
      },
    },
    async () => {
      await pingDatabase(app.database.pool, app.bounds.databasePingMs);
      return { timestamp: new Date().toISOString(), message: 'Database is online' };
    },
  );

  app.get(
    '/api/check-updates',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'checkForUpdates',
        tags: ['system'],
        summary: 'Check whether the server is newer than the client',
        description: `The client sends its version in the ${APP_VERSION_HEADER} header.`,
        response: { 200: updateCheckResponse },
      },
    },
    async (request) => {
      const clientVersion = request.headers[APP_VERSION_HEADER];
      return {
        updated: typeof clientVersion === 'string' && isNewer(APP_VERSION, clientVersion),
        version: APP_VERSION,
        updateNotes: CHANGELOG.map(({ date, changes }) => ({ date, changes })),
      };
    },
  );

  app.get(
    '/healthz',
    {
      config: { access: 'public', isAlwaysAnswered: true },
      schema: {
        operationId: 'checkLiveness',
        tags: ['system'],
        summary: 'Check that the process is alive',
        response: { 200: healthResponse },
      },
    },
    async () => ({ status: 'alive' }),
  );

  let pinging: Promise<boolean> | undefined;
  /** Concurrent requests share one query: a flood must not make the node look broken. */
  function isDatabaseThere(): Promise<boolean> {
    pinging ??= pingDatabase(app.database.pool, app.bounds.databasePingMs)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = undefined;
      });
    return pinging;
  }

  app.get(
    '/readyz',
    {
      config: { access: 'public', isAlwaysAnswered: true },
      schema: {
        operationId: 'checkReadiness',
        tags: ['system'],
        summary: 'Check that the server is ready for requests',
        description: 'Not ready while it starts, stops, is stuck or has no database.',
        response: { 200: healthResponse, 503: healthResponse },
      },
    },
    async (request, reply) => {
      const { isStuck, inFlight, waiting } = app.load;
      if (isStuck) request.log.error({ inFlight, waiting }, 'No slot was released: not ready');
      const isReady = !lifecycle.isStopping && !isStuck && (await isDatabaseThere());
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
    },
  );
};
