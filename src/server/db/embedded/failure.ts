const ELSEWHERE = 'set DATABASE_URL to a PostgreSQL server (15 or newer) of your own';

/** Its message is one line that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another Payfolk process owns the database in this DATA_DIR. */
export class DataDirInUseError extends EmbeddedPostgresError {
  override name = 'DataDirInUseError';
}

export function unsupported(platform: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Payfolk's own PostgreSQL does not exist for ${platform}: ${ELSEWHERE}.`,
  );
}

export function notInstalled(name: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The package ${name} is not installed: run "npm ci" without --omit=optional, or ${ELSEWHERE}.`,
  );
}

type Cause = { pattern: RegExp; what: (dataDir: string) => string; remedy?: string };

const CAUSES: Cause[] = [
  {
    pattern: /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i,
    what: (dir) => `the disk (or quota) that holds ${dir} is full`,
    remedy: 'free some space',
  },
  {
    pattern: /Read-only file system|EROFS/i,
    what: (dir) => `${dir} is read-only`,
    remedy: 'set DATA_DIR to another folder',
  },
  {
    pattern: /could not access directory|has wrong ownership|Permission denied|EACCES/i,
    what: (dir) => `${dir} or something in it may not be read or written by this user`,
    remedy: 'give it to them, start as its owner, set DATA_DIR to another folder',
  },
  {
    pattern: /EPERM|EINVAL/,
    what: () => 'this root user may not start a process as another user',
    remedy: 'start Payfolk as an ordinary user',
  },
  {
    pattern: /ENOENT|error while loading shared libraries|not found \(required by|ENOEXEC/i,
    what: () => 'this system cannot run the PostgreSQL that comes with the npm package',
  },
  {
    pattern: /could not (?:create|map|resize).*shared memory|Cannot allocate memory|ENOMEM/i,
    what: () => 'there is not enough (shared) memory',
    remedy: 'free some',
  },
];

/** One line about a failed start: the known cause, or the last line of the output. */
export function explainFailure(
  action: string,
  output: string,
  dataDir: string,
): EmbeddedPostgresError {
  const cause = CAUSES.find(({ pattern }) => pattern.test(output));
  const errorLine = lastErrorLine(output);
  const what = cause ? `${cause.what(dataDir)} (${errorLine})` : errorLine;
  const remedy = cause?.remedy ? `${cause.remedy}, or ${ELSEWHERE}` : ELSEWHERE;
  return new EmbeddedPostgresError(`Could not ${action}: ${what}: ${remedy}.`);
}

function lastErrorLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const errorLine =
    lines.findLast((line) => /\b(?:FATAL|PANIC|error)\b/i.test(line)) ?? lines.at(-1);
  // Removes the timestamp of "2026-01-01 12:00:00.000 UTC [123] FATAL:  text".
  return errorLine?.replace(/^.*?\b(?:FATAL|PANIC):\s*/, '') ?? 'it printed no reason';
}
