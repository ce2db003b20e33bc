import type { FastifyRequest } from 'fastify';
import { notSignedIn } from '#server/lib/app-error.ts';
import { presentedHash, signedInUser } from '#server/plugins/session.ts';
import type { Asker } from './session-queries.ts';

/** The signed-in user and the session that the request came with. */
export function askerOf(request: FastifyRequest): Asker {
  const tokenHash = presentedHash(request);
  if (!tokenHash) throw notSignedIn();
  return { user: signedInUser(request), tokenHash };
}
