import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { findLogPosition } from '#server/db/client.ts';
import { findSecret } from '#server/db/secrets.ts';
import { SAFE_METHODS } from '#server/lib/safe-methods.ts';
import { cookieOptions } from './session.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs the cookie with the log position of a write; only set where there are replicas. */
    writePositionKey: Buffer | undefined;
  }
}

/** Replicas must not lag by more than this; see docs/operations.md. */
const REMEMBERED_SECONDS = 60;
/** A signed log position as PostgreSQL writes it: 16/B374D848. */
const SIGNED_POSITION = /^([0-9A-F]{1,8}\/[0-9A-F]{1,8})\.([\w-]{43})$/;

function cookieName({ isProduction }: Config): string {
  return isProduction ? '__Host-wrote' : 'wrote';
}

const sign = (position: string, key: Buffer) => createHmac('sha256', key).update(position).digest();

/**
 * Members see their own writes even if replicas lag: the response to a write sets a cookie with the end
 * of the primary's log, and a replica serves their reads only if it has replayed it. Signed, so that a
 * forged cookie cannot direct reads to the primary.
 */
export function registerOwnWrites(app: FastifyInstance) {
  const { config, database } = app;
  app.decorate('writePositionKey', undefined);
  if (Object.keys(database.pools).length === 1) return;
  app.addHook('onReady', async () => {
    app.writePositionKey = await findSecret(database.db, 'write-position');
  });
  app.addHook('onSend', async (request, reply) => {
    const key = app.writePositionKey;
    if (!key || SAFE_METHODS.has(request.method) || reply.statusCode >= 300) return;
    try {
      const position = await findLogPosition(database);
      if (position === undefined) return;
      const signature = sign(position, key).toString('base64url');
      reply.setCookie(cookieName(config), `${position}.${signature}`, {
        ...cookieOptions(config),
        maxAge: REMEMBERED_SECONDS,
      });
    } catch (error) {
      // The write has succeeded; only the next reads may be outdated.
      request.log.warn({ err: error }, 'Could not read the log position of a write');
    }
  });
}

/** The log position of the caller's last write, if there was one within the last minute. */
export function lastWriteOf(request: FastifyRequest): string | undefined {
  const { config, writePositionKey } = request.server;
  const [, position, signature] =
    SIGNED_POSITION.exec(request.cookies[cookieName(config)] ?? '') ?? [];
  if (!writePositionKey || !position || !signature) return undefined;
  const expected = sign(position, writePositionKey);
  return timingSafeEqual(expected, Buffer.from(signature, 'base64url')) ? position : undefined;
}
