import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { findLogPosition } from '#server/db/client.ts';

/** A replica that is further behind than this is the operator's to mend; see docs/operations.md. */
const REMEMBERED_SECONDS = 60;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** PostgreSQL's way to write a place in its log: 16/B374D848. */
const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;

function cookieName({ isProduction }: Config): string {
  return isProduction ? '__Host-wrote' : 'wrote';
}

/**
 * Whoever saves something finds it at once, also where reads go to replicas that lag: the answer to a
 * write carries, in a cookie of a minute, how far the primary's log had come. Any node of ours can
 * then tell whether a replica knows of it. The worst that a forged one does is to ask the primary.
 */
export function registerOwnWrites(app: FastifyInstance) {
  const { config, database } = app;
  if (Object.keys(database.pools).length === 1) return;
  app.addHook('onSend', async (request, reply) => {
    if (SAFE_METHODS.has(request.method) || reply.statusCode >= 300) return;
    try {
      const position = await findLogPosition(database);
      if (position === undefined) return;
      reply.setCookie(cookieName(config), position, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: config.isProduction,
        maxAge: REMEMBERED_SECONDS,
      });
    } catch (error) {
      // What was asked for is done and must be told; only the next reads may come from a replica.
      request.log.warn({ err: error }, 'The place in the log of a write could not be asked for');
    }
  });
}

/** Where the caller's last write stands in the primary's log, if there was one within the minute. */
export function lastWriteOf(request: FastifyRequest): string | undefined {
  const position = request.cookies[cookieName(request.server.config)];
  return position !== undefined && POSITION.test(position) ? position : undefined;
}
