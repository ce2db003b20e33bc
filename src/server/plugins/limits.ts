import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isConnectionError } from '#server/db/connection-error.ts';
import { countHit, deleteHits, forgiveHit } from '#server/db/rate-limits.ts';
import { AppError } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/network-of.ts';

const MINUTE = 60;

/** How many in how many seconds, and what is said when there are more. */
const LIMITS = {
  loginByAddress: { hits: 25, seconds: 5 * MINUTE, sentence: 'Too many failed logins.' },
  loginByAccount: {
    hits: 25,
    seconds: 60 * MINUTE,
    sentence: 'Too many failed logins for this email. You can reset your password at once.',
  },
  register: {
    hits: 10,
    seconds: 30 * MINUTE,
    sentence: 'Too many new accounts from your network.',
  },
  forgotByEmail: {
    hits: 5,
    seconds: 30 * MINUTE,
    sentence: 'Too many reset links were asked for with this email. Please check your spam folder.',
  },
  forgotByAddress: {
    hits: 25,
    seconds: 5 * MINUTE,
    sentence: 'Too many reset links were asked for from your network.',
  },
  search: { hits: 300, seconds: 5 * MINUTE, sentence: 'Too many searches from your network.' },
  qr: { hits: 120, seconds: 5 * MINUTE, sentence: 'Too many QR codes from your network.' },
} as const;

export type LimitName = keyof typeof LIMITS;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often one network may call this route. */
    limit?: LimitName;
  }
}

/** Counts calls of the routes that declare a limit, once their input has been found valid. */
export function registerLimits(app: FastifyInstance) {
  app.addHook('preHandler', async (request) => {
    const { limit } = request.routeOptions.config;
    if (limit) await countAgainst(request, limit);
  });
}

/**
 * Counts one more against a limit and throws a 429 beyond it. The counters are shared by all nodes.
 * Without `subject` the caller's network is counted.
 */
export async function countAgainst(request: FastifyRequest, name: LimitName, subject?: string) {
  const { config, database } = request.server;
  if (!config.rateLimits) return;
  const { hits: allowed, seconds, sentence } = LIMITS[name];
  try {
    const { hits, secondsLeft } = await countHit(
      database.db,
      keyOf(request, name, subject),
      seconds,
    );
    if (hits <= allowed) return;
    throw new AppError(
      429,
      'TOO_MANY_REQUESTS',
      `${sentence} Please try again in ${inWords(secondsLeft)}.`,
      { retryAfter: Math.max(secondsLeft, 1) },
    );
  } catch (error) {
    // Without its counters a read from a replica still works; all that writes fails by itself.
    if (!isConnectionError(error)) throw error;
    request.log.warn({ err: error }, 'Limits are not counted: the database is away');
  }
}

/** Takes back what was counted for this request. */
export async function forgive(request: FastifyRequest, name: LimitName, subject?: string) {
  const { config, database } = request.server;
  if (config.rateLimits) await forgiveHit(database.db, keyOf(request, name, subject));
}

/** Starts the count anew. */
export async function clearCount(request: FastifyRequest, name: LimitName, subject: string) {
  const { config, database } = request.server;
  if (config.rateLimits) await deleteHits(database.db, keyOf(request, name, subject));
}

/** A subject is an email address: counted by its hash, so that no address rests in the counters. */
function keyOf(request: FastifyRequest, name: LimitName, subject: string | undefined): string {
  if (subject === undefined) return `${name}:${networkOf(request.ip)}`;
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

function inWords(seconds: number): string {
  if (seconds < 2) return 'a second';
  if (seconds < 2 * MINUTE) return `${seconds} seconds`;
  return `${Math.ceil(seconds / MINUTE)} minutes`;
}
