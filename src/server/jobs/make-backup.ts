import { makeBackupInProcess } from '#server/db/backup/start-process.ts';
import type { TaskContext } from './define-task.ts';

export async function makeBackup({ direct, backups, log }: TaskContext, signal: AbortSignal) {
  if (!backups) return;
  const { folder, keep } = backups;
  const made = await makeBackupInProcess({ connection: direct, folder, keep }, signal);
  log.info(made, 'Backup made, restored for a check and kept');
}
