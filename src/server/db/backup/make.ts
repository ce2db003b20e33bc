import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from '#server/db/client.ts';
import { onInterrupt } from '#server/lib/interrupts.ts';
import { checkBackup } from './check.ts';
import {
  backupName,
  deleteOldBackups,
  deleteUnfinished,
  explainFileError,
  publishBackup,
  requireFolder,
  unverifiedName,
} from './files.ts';
import { BackupError } from './format.ts';
import { openBackupPool } from './pool.ts';
import { writeBackup } from './write.ts';

export interface BackupOrder {
  connection: Connection;
  folder: string;
  keep: number;
}

export interface MadeBackup {
  file: string;
  people: number;
  bytes: number;
  /** The old ones that were deleted for it. */
  deleted: string[];
  /** Those that could not be deleted, with the reason. */
  undeleted: string[];
  /** Files that do not count as backups, with the reason. */
  faulty: string[];
}

/** Writes a backup, restores it for a check, and only then gives it its name and deletes old ones. */
export async function makeBackup({ connection, folder, keep }: BackupOrder): Promise<MadeBackup> {
  await requireFolder(folder);
  const name = backupName(new Date());
  const unverified = path.join(folder, unverifiedName(name));
  const forget = onInterrupt(() => rm(unverified, { force: true }));
  try {
    const unfinished = await deleteUnfinished(folder);
    const rows = await write(connection, unverified);
    const people = await checkBackup(connection, unverified, rows);
    await publishBackup(folder, name);
    const { deleted, undeleted, faulty } = await deleteOldBackups(folder, keep, name);
    undeleted.unshift(...unfinished.undeleted);
    const file = path.join(folder, name);
    return { file, people, bytes: (await stat(file)).size, deleted, undeleted, faulty };
  } catch (error) {
    await rm(unverified, { force: true }).catch(() => undefined);
    throw explainFileError(explainDatabaseError(error), folder);
  } finally {
    forget();
  }
}

async function write(connection: Connection, file: string): Promise<Record<string, number>> {
  const pool = openBackupPool(connection);
  try {
    return (await writeBackup(pool, file)).rows;
  } finally {
    await pool.end();
  }
}

function explainDatabaseError(error: unknown): unknown {
  return (error as { code?: string }).code === '53100'
    ? new BackupError(
        "The database's disk is full: checking a backup needs as much free space as all data and the search index.",
        { cause: error },
      )
    : error;
}
