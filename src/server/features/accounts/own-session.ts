import type { FastifyRequest } from 'fastify';
import { notSignedIn } from '#server/lib/app-error.ts';
import { signedInUser } from '#server/plugins/session.ts';
import type { OwnSession } from './session-queries.ts';

/** The session that the request came with. */
export function ownSessionOf(request: FastifyRequest): OwnSession {
  const { sessionId } = request;
  if (sessionId === undefined) throw notSignedIn();
  return { id: sessionId, user: signedInUser(request) };
}
