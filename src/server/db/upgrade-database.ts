import type pg from 'pg';
import { findMissing, migrate } from './migrate.ts';
import { isIndexOutdated, rebuildOutdatedIndex } from './rebuild-search-index.ts';
import { findServers } from './restore-lock.ts';

interface Log {
  info(details: object | string, message?: string): void;
}

/** Applies migrations and rebuilds the search index if another version wrote it. */
export async function upgradeDatabase(pool: pg.Pool, log: Log): Promise<void> {
  const logProgress = (message: string) => log.info(message);
  const applied = await migrate(pool, logProgress);
  if (applied.length > 0) log.info({ migrations: applied }, 'Applied database migrations');
  const written = await rebuildOutdatedIndex(pool, logProgress);
  if (written > 0) log.info({ people: written }, 'Search index rebuilt');
}

/**
 * For a command: as upgradeDatabase, but never under a running server, which may be an older version that
 * does not know the new schema.
 */
export async function upgradeUnusedDatabase(pool: pg.Pool, log: Log): Promise<void> {
  const { missing } = await findMissing(pool);
  if (missing.length === 0 && !(await isIndexOutdated(pool))) return;
  const servers = await findServers(pool);
  if (servers.length > 0) {
    throw new Error(
      `This version of Payfolk would upgrade the database, which ${servers.join(', ')} is using: upgrade and restart that server first, or run the command of its version.`,
    );
  }
  await upgradeDatabase(pool, log);
}
