import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { activityQuery, activityResponse, securityResponse } from '#contract/authentication.ts';
import { countPasskeys } from '#server/features/accounts/passkeys/queries.ts';
import { notSignedIn } from '#server/lib/app-error.ts';
import { LONG_ID_MAX, nextLink, readIdCursor } from '#server/lib/paging.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { toActivity } from './activity.ts';
import { findSecurity, listActivity } from './queries.ts';

/** Wrong passwords in a row are one entry; of more rows than this, they are two. */
const MAX_ROWS = 500;

/** How the signed-in member's account is protected, and what happened to it. */
export const securityRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;

  app.get(
    '/api/me/security',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'getSecurity',
        tags: ['accounts'],
        summary: 'See how your account is protected',
        response: { 200: securityResponse },
      },
    },
    async (request) => {
      const { id } = signedInUser(request);
      const row = await findSecurity(db, id);
      if (!row) throw notSignedIn();
      return {
        ...row,
        passkeyCount: await countPasskeys(db, id),
        passwordChangedAt: row.passwordChangedAt?.toISOString() ?? null,
        confirmedUntil: request.confirmedUntil?.toISOString() ?? null,
      };
    },
  );

  app.get(
    '/api/me/activity',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listActivity',
        tags: ['accounts'],
        summary: 'List the security events of your account, newest first',
        description: 'The Link header has the address of the next page.',
        querystring: activityQuery,
        response: { 200: activityResponse },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { id } = signedInUser(request);
      const before = readIdCursor(cursor, LONG_ID_MAX);
      const rows = await listActivity(db, id, { before, limit: MAX_ROWS + 1 });
      const { entries, next } = toActivity(rows.slice(0, MAX_ROWS), limit, rows.length > MAX_ROWS);
      if (next !== undefined) {
        reply.header('link', nextLink('/api/me/activity', { limit: String(limit) }, next));
      }
      return entries;
    },
  );
};
