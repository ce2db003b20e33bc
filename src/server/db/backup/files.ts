import { access, constants, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { folderCauseOf } from '#server/lib/folders.ts';
import { BackupError } from './format.ts';

/** Only files with these names are ever deleted. */
const VERIFIED = /^payfolk-\d{8}T\d{9}Z\.backup$/;
const UNFINISHED = /^payfolk-\d{8}T\d{9}Z\.backup\.unverified(\.\d+\.partial)?$/;

/** Such as payfolk-20260131T020000000Z.backup: sorted by name is sorted by time. */
export function backupName(at: Date): string {
  return `payfolk-${at.toISOString().replace(/[-:.]/g, '')}.backup`;
}

/** The time in such a name. */
export function timeOfBackup(name: string): Date {
  return new Date(
    name.replace(/^payfolk-(....)(..)(..)T(..)(..)(..)(...)Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z'),
  );
}

export const unverifiedName = (name: string) => `${name}.unverified`;

/** The names of finished backups, oldest first. */
export const listBackups = (folder: string) => listFiles(folder, VERIFIED);

/** Another node that makes backups may have a slightly different clock. */
const CLOCKS_DIFFER_MS = 300_000;

export interface SortedBackups {
  /** Oldest first. */
  usable: string[];
  /** Each with what is wrong and what to do. */
  faulty: string[];
}

/** Which finished backups count, and which do not: empty ones and those with a date in the future. */
export async function sortBackups(folder: string): Promise<SortedBackups> {
  const sorted: SortedBackups = { usable: [], faulty: [] };
  for (const name of await listBackups(folder)) {
    const fault = await findFault(folder, name);
    if (fault === undefined) sorted.usable.push(name);
    else sorted.faulty.push(`${name} ${fault}`);
  }
  return sorted;
}

async function findFault(folder: string, name: string): Promise<string | undefined> {
  // False for a date that does not exist, too.
  const isPast = timeOfBackup(name).getTime() <= Date.now() + CLOCKS_DIFFER_MS;
  if (!isPast) {
    return 'has a date in the future: check the clock of each server, then delete the file';
  }
  // The server may have deleted it meanwhile.
  const file = await stat(path.join(folder, name)).catch(() => undefined);
  return file?.size === 0 ? 'is empty and cannot be restored: delete it' : undefined;
}

/** Without folders, which are never ours. */
async function listFiles(folder: string, names: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && names.test(entry.name));
  return files.map(({ name }) => name).sort();
}

/** The folder is not created: where its disk is not mounted, backups would go to the wrong one. */
export async function requireFolder(folder: string): Promise<void> {
  try {
    await readdir(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

interface Deletion {
  deleted: string[];
  /** With the reason. */
  undeleted: string[];
}

const removeFile = (file: string) => rm(file, { force: true });

/** A file that cannot be deleted must not fail the backup: each retry would add another one. */
async function deleteFiles(
  folder: string,
  names: readonly string[],
  remove = removeFile,
): Promise<Deletion> {
  const deletion: Deletion = { deleted: [], undeleted: [] };
  for (const name of names) {
    try {
      await remove(path.join(folder, name));
      deletion.deleted.push(name);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      deletion.undeleted.push(`${name} (${reason})`);
    }
  }
  return deletion;
}

/** Left by a backup whose process was killed. */
export async function deleteUnfinished(folder: string): Promise<Deletion> {
  return deleteFiles(folder, await listFiles(folder, UNFINISHED));
}

export async function publishBackup(folder: string, name: string): Promise<void> {
  await rename(path.join(folder, unverifiedName(name)), path.join(folder, name));
}

/**
 * Deletes the oldest beyond `keep`, never the one that was just verified, whatever the clock was. Files that
 * cannot be good backups do not count: a good one would be deleted for each of them.
 */
export async function deleteOldBackups(
  folder: string,
  keep: number,
  newest: string,
  remove = removeFile,
): Promise<Deletion & Pick<SortedBackups, 'faulty'>> {
  const { usable, faulty } = await sortBackups(folder);
  const others = usable.filter((name) => name !== newest);
  const old = others.slice(0, Math.max(others.length - (keep - 1), 0));
  return { ...(await deleteFiles(folder, old, remove)), faulty };
}

/** One sentence for an operator; other errors stay as they are. */
export function explainFileError(error: unknown, folder: string): unknown {
  const cause = folderCauseOf(error);
  if (cause === undefined) return error;
  const more = cause.includes('full disk') ? ', or lower BACKUP_KEEP' : '';
  return new BackupError(`BACKUP_DIR ${folder} ${cause}${more}.`, { cause: error });
}
