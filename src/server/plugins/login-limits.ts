import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppError } from '#server/lib/app-error.ts';
import { hasSignedDevice, knownDevice } from './devices.ts';
import { clearCount, countAgainst, findRefusal, refund } from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Too many failed logins from this network; known devices are let in nevertheless. */
    networkRefusal: AppError | undefined;
  }
}

export function registerLoginLimits(app: FastifyInstance) {
  app.decorateRequest('networkRefusal', undefined);
}

/**
 * For the onRequest of routes that check a password: counts against the network before the body is read. Whether
 * the device is known for the account is only clear after that.
 */
export async function countFromNetwork(request: FastifyRequest) {
  const refusal = await findRefusal(request, 'loginByAddress');
  if (refusal && !hasSignedDevice(request)) throw refusal;
  request.networkRefusal = refusal;
}

interface AttemptUser {
  id: number;
  devicesSince: Date | null;
}

interface Attempt {
  isKnownDevice: boolean;
  /** Call it after a success. */
  clear(): Promise<void>;
}

/**
 * Counts before the password is checked, so that parallel attempts count as well. A known device has a counter of
 * its own: failed logins elsewhere lock nobody out of it, and a stolen cookie gives few guesses.
 */
export async function countAttempt(
  request: FastifyRequest,
  accountKey: string,
  user: AttemptUser | undefined,
): Promise<Attempt> {
  const device = user && knownDevice(request, user);
  if (request.networkRefusal && !device) throw request.networkRefusal;
  const limit = device ? 'loginByDevice' : 'loginByAccount';
  const subject = device ?? accountKey;
  await countAgainst(request, limit, subject);
  return {
    isKnownDevice: device !== undefined,
    async clear() {
      await refund(request, 'loginByAddress');
      await clearCount(request, limit, subject);
    },
  };
}
