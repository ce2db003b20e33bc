import type pg from 'pg';
import { DIRECTORY } from '#server/cards/stored-card.ts';
import type { Connection } from '#server/db/client.ts';
import { BackupError } from './format.ts';
import { restoreBackup } from './restore.ts';
import { withScratchDatabase } from './scratch-database.ts';

interface People {
  stored: number;
  shown: number;
  found: number;
}

/** Restores a backup into a scratch database, as the command does, and checks what arrived. Returns the number of people. */
export async function checkBackup(
  connection: Connection,
  file: string,
  written: Record<string, number>,
): Promise<number> {
  return withScratchDatabase(connection, async (scratch) => {
    const { rows } = await restoreBackup(scratch, file, { isReplacing: false });
    const { stored, shown, found } = await countPeople(scratch);
    const isWhole = JSON.stringify(rows) === JSON.stringify(written);
    if (!isWhole || stored !== written.users || found !== shown) {
      throw new BackupError(
        `The backup was restored for a check and is not complete: ${stored} of ${written.users} people, ${found} of ${shown} in search.`,
      );
    }
    return stored;
  });
}

async function countPeople(scratch: pg.Pool): Promise<People> {
  const { rows } = await scratch.query<People>(
    `SELECT count(*)::int AS stored, (count(*) FILTER (WHERE suspended_at IS NULL))::int AS shown,
            (SELECT count(*)::int FROM search_people WHERE owner = $1) AS found
       FROM users`,
    [DIRECTORY],
  );
  if (!rows[0]) throw new Error('PostgreSQL returned no count.');
  return rows[0];
}
