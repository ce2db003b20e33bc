import type { FastifyRequest } from 'fastify';
import { notSignedIn } from '#server/lib/app-error.ts';
import { signedInUser } from '#server/plugins/session.ts';
import type { OwnSession } from './queries.ts';

/**
 * The session that the request came with, to manage sessions, passkeys or the password. A token that a confirmation has
 * replaced may be a stolen one.
 */
export function ownSessionOf(request: FastifyRequest): OwnSession {
  const { sessionId, hasReplacedToken } = request;
  if (sessionId === undefined || hasReplacedToken) throw notSignedIn();
  return { id: sessionId, user: signedInUser(request) };
}
