import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isConnectionError } from '#server/db/connection-error.ts';
import { countHit, deleteHits, refundHit } from '#server/db/rate-limits.ts';
import { AppError } from '#server/lib/app-error.ts';
import { counterKey, MAILBOX_LIMIT } from '#server/lib/mailbox-limit.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { READ_LIMITS, type ReadLimitName, registerReadLimits } from './read-limits.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * How many in how many seconds, and what the response says beyond that. Counted in the database,
 * exactly and for all nodes together. What visitors read is counted in read-limits.ts.
 */
const EXACT_LIMITS = {
  loginByAddress: { hits: 25, seconds: 5 * MINUTE, sentence: 'Too many failed logins.' },
  loginByAccount: {
    hits: 25,
    seconds: 60 * MINUTE,
    sentence: 'Too many failed logins for this email. You can reset your password now.',
  },
  /** Instead of both above on a device that the account is known on. */
  loginByDevice: {
    hits: 25,
    seconds: 60 * MINUTE,
    sentence: 'Too many failed logins on this device. You can reset your password now.',
  },
  /** Failed or not: a success is refunded in the three above, and hashing a password is expensive. */
  login: { hits: 100, seconds: 5 * MINUTE, sentence: 'Too many logins from your network.' },
  register: {
    hits: 10,
    seconds: 30 * MINUTE,
    sentence: 'Too many new accounts from your network.',
  },
  profile: { hits: 60, seconds: 5 * MINUTE, sentence: 'Too many profile changes.' },
  profileByAddress: {
    hits: 120,
    seconds: 5 * MINUTE,
    sentence: 'Too many profile changes from your network.',
  },
  /** Failed or not. */
  emailChange: {
    hits: 3,
    seconds: DAY,
    sentence: 'You can change your email 3 times a day.',
  },
  /** Former usernames are never given to anybody else. */
  usernameChange: {
    hits: 3,
    seconds: DAY,
    sentence: 'You can change your username 3 times a day.',
  },
  /** Responses that tell that an email is taken, and all changes of email, which may tell it. */
  takenEmail: {
    hits: 20,
    seconds: 60 * MINUTE,
    sentence: 'Too many emails were tried from your network.',
  },
  /** Each may send a notice to the member. */
  handleChange: {
    hits: 60,
    seconds: DAY,
    sentence: 'You can change your payment names 60 times a day.',
  },
  mailbox: {
    ...MAILBOX_LIMIT,
    sentence: 'We have sent too many emails to this address today.',
  },
  confirmation: {
    hits: 5,
    seconds: DAY,
    sentence: 'You can request 5 confirmation links a day.',
  },
  /** Following an emailed link: undo, sign out everywhere, reset, confirmation, disown. */
  mailedLink: { hits: 60, seconds: 10 * MINUTE, sentence: 'Too many links from your network.' },
  forgotByEmail: {
    hits: 5,
    seconds: 30 * MINUTE,
    sentence: 'Too many reset links requested for this email. Please check your spam folder.',
  },
  forgotByDevice: {
    hits: 5,
    seconds: 30 * MINUTE,
    sentence: 'Too many reset links requested on this device. Please check your spam folder.',
  },
  forgotByAddress: {
    hits: 25,
    seconds: 5 * MINUTE,
    sentence: 'Too many reset links requested from your network.',
  },
  /** Every login form asks for one. */
  passkeyOptions: {
    hits: 300,
    seconds: 5 * MINUTE,
    sentence: 'Too many passkey requests from your network.',
  },
  passkeyOptionsByAccount: {
    hits: 30,
    seconds: 5 * MINUTE,
    sentence: 'Too many passkey requests.',
  },
  /** Beyond that, logins on new devices are only in the audit log. */
  newDeviceMail: { hits: 10, seconds: DAY, sentence: 'Too many logins on new devices.' },
  /** Beyond it reports are not stored; the response is the same. */
  report: { hits: 5, seconds: DAY, sentence: 'Too many reports from your network.' },
  contact: { hits: 5, seconds: DAY, sentence: 'You can send 5 messages a day.' },
  /** Each emails a code, possibly to a stranger; `mailbox` counts too. */
  handleCode: { hits: 10, seconds: DAY, sentence: 'You can request 10 codes a day.' },
  handleCodeByAddress: {
    hits: 30,
    seconds: DAY,
    sentence: 'Too many codes requested from your network.',
  },
  handleProof: { hits: 60, seconds: 60 * MINUTE, sentence: 'Too many codes were entered.' },
  /** Each reads a website. */
  websiteCheck: {
    hits: 20,
    seconds: DAY,
    sentence: 'You can check your website 20 times a day.',
  },
  websiteCheckByAddress: {
    hits: 60,
    seconds: DAY,
    sentence: 'Too many website checks from your network.',
  },
  /** Many members could have us call one host. */
  websiteCheckByHost: {
    hits: 60,
    seconds: 60 * MINUTE,
    sentence: 'We have read this website too often.',
  },
  verification: {
    hits: 3,
    seconds: DAY,
    sentence: 'You can request verification 3 times a day.',
  },
} as const;

/** New accounts, what they could find out, reports and messages are counted by the customer, not by the household. */
const BY_48 = new Set<ExactLimitName>(['register', 'takenEmail', 'report', 'contact']);

type ExactLimitName = keyof typeof EXACT_LIMITS;
type LimitName = ExactLimitName | ReadLimitName;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often one network may call this route. Without one it counts as `other`; admin routes have no limit. */
    limit?: LimitName | readonly LimitName[];
  }
}

/** Counts calls before the body or the query is read: invalid input counts too. */
export function registerLimits(app: FastifyInstance) {
  registerReadLimits(app);
  app.addHook('onRequest', async (request) => {
    const { limit, access, isAlwaysAnswered } = request.routeOptions.config;
    const isOther = access !== 'admin' && !isAlwaysAnswered;
    for (const name of [limit ?? (isOther ? 'other' : [])].flat()) {
      if (isReadLimit(name)) countRead(request, name);
      else await countAgainst(request, name);
    }
  });
}

const isReadLimit = (name: LimitName): name is ReadLimitName => name in READ_LIMITS;

function countRead(request: FastifyRequest, name: ReadLimitName) {
  const wait = request.server.readLimits.count(request, name);
  if (wait > 0) throw tooMany(READ_LIMITS[name].sentence, wait);
}

/**
 * Counts one more against a limit and throws a 429 beyond it. Without `subject` the caller's network
 * is counted.
 */
export async function countAgainst(
  request: FastifyRequest,
  name: ExactLimitName,
  subject?: string,
) {
  const refusal = await findRefusal(request, name, subject);
  if (refusal) throw refusal;
}

/** Counts one more and returns the 429 beyond the limit, for the caller to throw. */
export async function findRefusal(
  request: FastifyRequest,
  name: ExactLimitName,
  subject?: string,
): Promise<AppError | undefined> {
  const wait = await count(request, name, subject);
  return wait > 0 ? tooMany(EXACT_LIMITS[name].sentence, wait) : undefined;
}

/** Counts one more and tells whether it is within the limit. */
export async function isWithinLimit(
  request: FastifyRequest,
  name: ExactLimitName,
  subject?: string,
): Promise<boolean> {
  return (await count(request, name, subject)) === 0;
}

/** Returns 0, or the seconds to wait if there were too many. */
async function count(
  request: FastifyRequest,
  name: ExactLimitName,
  subject: string | undefined,
): Promise<number> {
  const { config, database } = request.server;
  if (!config.rateLimits) return 0;
  const { hits: allowed, seconds } = EXACT_LIMITS[name];
  try {
    const { hits, secondsLeft } = await countHit(
      database.db,
      keyOf(request, name, subject),
      seconds,
    );
    return hits > allowed ? Math.max(secondsLeft, 1) : 0;
  } catch (error) {
    // Writes fail by themselves without the database; reads may continue.
    if (!isConnectionError(error)) throw error;
    request.log.warn({ err: error }, 'Database unavailable: rate limits are not counted');
    return 0;
  }
}

function tooMany(sentence: string, seconds: number): AppError {
  const message = `${sentence} Please try again in ${formatDuration(seconds)}.`;
  return new AppError(429, 'TOO_MANY_REQUESTS', message, { retryAfter: seconds });
}

export async function refund(request: FastifyRequest, name: ExactLimitName, subject?: string) {
  const { config, database } = request.server;
  if (config.rateLimits) await refundHit(database.db, keyOf(request, name, subject));
}

export async function clearCount(request: FastifyRequest, name: ExactLimitName, subject: string) {
  const { config, database } = request.server;
  if (config.rateLimits) await deleteHits(database.db, keyOf(request, name, subject));
}

/** A subject is an email address or an account. */
function keyOf(request: FastifyRequest, name: ExactLimitName, subject: string | undefined): string {
  if (subject !== undefined) return counterKey(name, subject);
  return `${name}:${networkOf(request.ip, BY_48.has(name) ? 48 : 64)}`;
}

function formatDuration(seconds: number): string {
  if (seconds < 2) return 'a second';
  if (seconds < 2 * MINUTE) return `${seconds} seconds`;
  if (seconds < 120 * MINUTE) return `${Math.ceil(seconds / MINUTE)} minutes`;
  return `${Math.ceil(seconds / (60 * MINUTE))} hours`;
}
