import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/app-error.ts';
import { SAFE_METHODS } from '#server/lib/safe-methods.ts';
import { sessionCookieName } from './session.ts';

/** Refuses cross-site requests (CSRF). */
export function registerForgeryProtection(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || isOurOwn(request)) return;
    throw new AppError(403, 'FORGED_REQUEST', 'This request did not come from our own pages.');
  });
}

function isOurOwn(request: FastifyRequest): boolean {
  const { config } = request.server;
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  // Browsers leave Sec-Fetch-Site out on plain http; the page's own origin decides then.
  if (origin !== undefined) return origin === config.publicUrl || isOpenedHere(request, origin);
  // Every browser sends one of them. A program may send neither, but then without a session cookie.
  return request.cookies[sessionCookieName(config)] === undefined;
}

/**
 * In development the app is also opened by other addresses, such as one of the local network.
 * Compares with the Host header itself: request.host may come from X-Forwarded-Host.
 */
function isOpenedHere({ server, headers }: FastifyRequest, origin: string): boolean {
  return !server.config.isProduction && origin === `http://${headers.host}`;
}
