import type pg from 'pg';
import { migrate } from './migrate.ts';
import { rebuildOutdatedIndex } from './rebuild-search-index.ts';

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
