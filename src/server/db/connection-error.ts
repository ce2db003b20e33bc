/** The server cannot be reached, is starting or stopping, or accepts no more connections. */
const UNAVAILABLE_CODES = new Set([
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '53300', // too many connections
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** The server is up, but this statement could not run. */
const BUSY_CODES = new Set([
  '57014', // canceled by statement_timeout
  '53100', // disk full
  '25006', // read-only: the primary is being switched over
]);

/** Lost against a concurrent transaction, or on a standby against the replay of the log. */
const CONFLICT_CODES = new Set([
  '40001', // serialization failure, conflict with recovery
  '40P01', // deadlock detected
]);

/** Messages of the pg driver that come without a code. */
const UNAVAILABLE_MESSAGES =
  /connection terminated|query read timeout|client has encountered a connection error|not queryable|Cannot use a pool after calling end/i;
/** The pool's queue: all connections were in use for too long. */
const BUSY_MESSAGES = /timeout exceeded when trying to connect/i;

/** Checks an error and its causes: Drizzle wraps what the driver throws. */
function hasCause(error: unknown, matches: (error: Error, code: string) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return matches(error, code) || hasCause(error.cause, matches);
}

/** True if another server may be able to run the statement. */
export function isServerUnavailable(error: unknown): boolean {
  return hasCause(
    error,
    ({ message }, code) =>
      UNAVAILABLE_CODES.has(code) || code.startsWith('08') || UNAVAILABLE_MESSAGES.test(message),
  );
}

/** True if a later attempt may work. */
export function isConnectionError(error: unknown): boolean {
  return (
    isServerUnavailable(error) ||
    hasCause(error, ({ message }, code) => BUSY_CODES.has(code) || BUSY_MESSAGES.test(message))
  );
}

/** A verified member was deleted while somebody took a similar name. */
const GONE_LOOKALIKE = 'reviews_other_user_id_fkey';

/** True if an immediate retry may work. */
export function isConflict(error: unknown): boolean {
  return hasCause(
    error,
    (each, code) =>
      CONFLICT_CODES.has(code) || ('constraint' in each && each.constraint === GONE_LOOKALIKE),
  );
}

/** True if a row was to belong to an account, or its session, that was deleted meanwhile. */
export function isOfDeletedAccount(error: unknown): boolean {
  return hasCause(
    error,
    (each, code) =>
      code === '23503' &&
      'constraint' in each &&
      /_(?:user|session)_id_fkey$/.test(String(each.constraint)),
  );
}

/** The name of the unique constraint that a statement ran into, if that is what failed. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === '23505' && 'constraint' in error)
    return String(error.constraint);
  return violatedConstraint(error.cause);
}
