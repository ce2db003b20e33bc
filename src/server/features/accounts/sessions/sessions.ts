import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { sessionParams, sessionsResponse } from '#contract/sessions.ts';
import { notFound } from '#server/lib/app-error.ts';
import { UNKNOWN_DEVICE } from '#server/lib/describe-device.ts';
import { changeAs } from '#server/plugins/access.ts';
import { setDeviceCookie } from '#server/plugins/devices.ts';
import { clearSessionCookie, signedInUser } from '#server/plugins/session.ts';
import { ownSessionOf } from './own-session.ts';
import { deleteOtherSessions, deleteOwnSession, listSessions } from './queries.ts';

export const sessionRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.get(
    '/api/sessions',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listSessions',
        tags: ['accounts'],
        summary: 'List your sessions',
        description: 'The current one first; at most 100.',
        response: { 200: sessionsResponse },
      },
    },
    async (request) => {
      const rows = await listSessions(db, signedInUser(request).id, request.sessionId ?? '');
      return rows.map((row) => ({
        ...row,
        device: row.device ?? UNKNOWN_DEVICE,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
      }));
    },
  );

  app.delete(
    '/api/sessions/:id',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'deleteSession',
        tags: ['accounts'],
        summary: 'End one of your sessions',
        params: sessionParams,
        response: { 200: messageResponse, 404: errorResponse },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const isEnded = await changeAs(request, (tx) =>
        deleteOwnSession(tx, ownSessionOf(request).user, id, request.ip),
      );
      if (!isEnded) throw notFound('There is no such session.');
      if (id === request.sessionId) clearSessionCookie(request, reply);
      return { message: 'The session was ended' };
    },
  );

  app.delete(
    '/api/sessions',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'deleteOtherSessions',
        tags: ['accounts'],
        summary: 'End all your other sessions',
        response: { 200: messageResponse },
      },
    },
    async (request, reply) => {
      const devicesSince = await changeAs(request, (tx) =>
        deleteOtherSessions(tx, ownSessionOf(request), request.ip),
      );
      setDeviceCookie(request, reply, { id: signedInUser(request).id, devicesSince });
      return { message: 'All other sessions were ended' };
    },
  );
};
