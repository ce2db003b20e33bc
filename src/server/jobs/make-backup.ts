import { makeBackupInProcess } from '#server/db/backup/start-process.ts';
import type { TaskContext } from './define-task.ts';

export async function makeBackup({ direct, backups, log }: TaskContext, signal: AbortSignal) {
  if (!backups) return;
  const { folder, keep } = backups;
  const order = { connection: direct, folder, keep };
  const { undeleted, faulty, ...made } = await makeBackupInProcess(order, signal);
  log.info(made, 'Backup made, restored for a check and kept');
  if (undeleted.length > 0) {
    log.error({ folder, undeleted }, 'Old backups could not be deleted; delete them by hand');
  }
  if (faulty.length > 0) {
    log.warn({ folder, faulty }, 'Files in BACKUP_DIR do not count as backups');
  }
}
