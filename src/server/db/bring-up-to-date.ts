import type pg from 'pg';
import { rewriteOutdatedIndex } from '#server/search/rewrite-index.ts';
import { migrate } from './migrate.ts';

interface Log {
  info(details: object, message: string): void;
}

/** The newest schema, and in it what people are found by as this version of the search writes it. */
export async function bringUpToDate(pool: pg.Pool, log: Log): Promise<void> {
  const applied = await migrate(pool);
  if (applied.length > 0) log.info({ migrations: applied }, 'Database schema brought up to date');
  const rewritten = await rewriteOutdatedIndex(pool, (people) =>
    log.info({ people }, 'Writing anew what people are found by'),
  );
  if (rewritten > 0) log.info({ people: rewritten }, 'Everybody is found by the newest rules');
}
