import { constants, setPriority } from 'node:os';
import { type BackupOrder, type MadeBackup, makeBackup } from './make.ts';

export type BackupReport = { made: MadeBackup } | { failure: string };

/** The process of one backup: restoring it takes a core for a while, which requests must not wait for. */
process.once('message', (order: BackupOrder) => void work(order));
// Our server has died: end like after a signal, which removes what is unfinished.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

async function work(order: BackupOrder) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const report: BackupReport = await makeBackup(order).then(
    (made) => ({ made }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(report, () => process.exit());
}
