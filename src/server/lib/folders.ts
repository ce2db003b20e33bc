import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

const CAUSES: Record<string, string> = {
  ENOENT: 'does not exist: create the folder, or mount its disk',
  ENOTDIR: 'is not a folder: choose another one',
  EACCES: 'cannot be written by this user: change its owner or its permissions',
  EPERM: 'cannot be written by this user: change its owner or its permissions',
  EROFS: 'is on a read-only disk: mount it writable',
  ENOSPC: 'is on a full disk: free some space',
  EDQUOT: 'is on a full disk: free some space',
};

/** What is wrong with a folder, and what to do; undefined for other errors. */
export function folderCauseOf(error: unknown): string | undefined {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // A database that is away has the same codes.
  return syscall === 'connect' ? undefined : CAUSES[code];
}

/** One sentence for who named the file to be written; other errors stay as they are. */
export function explainFolderError(error: unknown, file: string): unknown {
  const cause = folderCauseOf(error);
  if (cause === undefined) return error;
  return new Error(`The folder ${path.dirname(file)} ${cause}.`, { cause: error });
}

interface Settings {
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  backups: { folder: string } | undefined;
}

/**
 * Throws if DATA_DIR is needed and cannot be written, with a sentence for an operator. Returns whether
 * it is there: a missing one is created with its first file.
 */
export async function requireDataDir({
  dataDir,
  databaseUrl,
  smtpUrl,
}: Omit<Settings, 'backups'>): Promise<'unused' | 'missing' | 'there'> {
  // It holds the embedded database and the outbox.
  if (databaseUrl !== undefined && smtpUrl !== undefined) return 'unused';
  try {
    return await requireWritable(dataDir);
  } catch (error) {
    const cause = folderCauseOf(error);
    if (cause === undefined) throw error;
    throw new Error(`DATA_DIR ${dataDir} ${cause}.`, { cause: error });
  }
}

async function requireWritable(folder: string): Promise<'missing' | 'there'> {
  try {
    // The dot fails for a file.
    await access(`${folder}${path.sep}.`, constants.W_OK | constants.X_OK);
    return 'there';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await requireWritable(path.dirname(folder));
    return 'missing';
  }
}

/** A sentence if the backups are lost with the database, unless another disk is mounted there. */
export async function findBackupRisk({
  dataDir,
  databaseUrl,
  backups,
}: Omit<Settings, 'smtpUrl'>): Promise<string | undefined> {
  if (!backups || databaseUrl !== undefined) return undefined;
  const [data, target] = await Promise.all([dataDir, backups.folder].map(findPlace));
  if (!data || !target || data.disk !== target.disk) return undefined;
  const way = path.relative(data.folder, target.folder);
  if (way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) return undefined;
  return `BACKUP_DIR ${backups.folder} is in DATA_DIR, so backups are lost with the database: set it to a folder on another disk.`;
}

/** Undefined for a folder that does not exist, which is another finding. */
async function findPlace(folder: string): Promise<{ folder: string; disk: number } | undefined> {
  try {
    const real = await realpath(folder);
    return { folder: real, disk: (await stat(real)).dev };
  } catch {
    return undefined;
  }
}
