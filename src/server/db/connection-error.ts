/** PostgreSQL's own words for 'I am going away, not here yet, or full' and for a time-out. */
const AWAY_CODES = new Set([
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '57014', // query cancelled by statement_timeout
  '53300', // too many connections
  '53100', // disk full
  '25006', // read-only: the primary is being switched over
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** What the pg driver says without a code. */
const AWAY_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|Cannot use a pool after calling end/i;

/** True where the database is away or overloaded, so that trying again later may work. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (AWAY_CODES.has(code) || code.startsWith('08') || AWAY_MESSAGES.test(error.message))
    return true;
  // Drizzle wraps the driver's error.
  return isConnectionError(error.cause);
}

/** The name of the unique constraint that a statement ran into, if that is what failed. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === '23505' && 'constraint' in error)
    return String(error.constraint);
  return violatedConstraint(error.cause);
}
