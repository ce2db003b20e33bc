import { requireFolder, sortBackups } from '#server/db/backup/files.ts';
import { InterruptedBackup, makeBackupInProcess } from '#server/db/backup/start-process.ts';
import { StoppedError, type TaskContext } from './define-task.ts';

/** Tells the operator of a wrong folder at the start, and not when the next backup is due. */
export async function isBackupMissing({ backups, log }: TaskContext): Promise<boolean> {
  if (!backups) return false;
  try {
    await requireFolder(backups.folder);
    return (await sortBackups(backups.folder)).usable.length === 0;
  } catch (error) {
    log.error({ err: error }, 'No backups can be made');
    return false;
  }
}

export async function makeBackup({ direct, backups, log }: TaskContext, signal: AbortSignal) {
  if (!backups) return;
  const { folder, keep } = backups;
  const order = { connection: direct, folder, keep };
  const { undeleted, faulty, ...made } = await makeBackupInProcess(order, signal).catch(
    (error: unknown) => {
      // A supervisor or a terminal signals every process of the server at once.
      throw error instanceof InterruptedBackup ? new StoppedError(error.message) : error;
    },
  );
  log.info(made, 'Backup made, restored for a check and kept');
  if (undeleted.length > 0) {
    log.error({ folder, undeleted }, 'Old backups could not be deleted; delete them by hand');
  }
  if (faulty.length > 0) {
    log.warn({ folder, faulty }, 'Files in BACKUP_DIR do not count as backups');
  }
}
