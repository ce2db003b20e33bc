import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/lib/project-root.ts';
import { BackupError } from './format.ts';
import type { BackupOrder, MadeBackup } from './make.ts';
import type { BackupReport } from './process.ts';

const BUILT = path.join(projectRoot, 'dist/src/server/db/backup/process.js');
const SOURCE = path.join(projectRoot, 'src/server/db/backup/process.ts');
/** With npm run dev there may be no build. */
const [PROGRAM, EXEC_ARGV] = existsSync(BUILT) ? [BUILT, []] : [SOURCE, ['--import', 'tsx']];
/** To remove what is unfinished after a stop. */
const KILL_AFTER_MS = 10_000;

/** A signal to stop ended the process. */
export class InterruptedBackup extends BackupError {
  override name = 'InterruptedBackup';
}
const STOPS: (NodeJS.Signals | null)[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** Makes a backup in a process of its own, which ends with the signal. */
export async function makeBackupInProcess(
  order: BackupOrder,
  signal: AbortSignal,
): Promise<MadeBackup> {
  signal.throwIfAborted();
  const child = fork(PROGRAM, { cwd: projectRoot, execArgv: EXEC_ARGV, stdio: 'inherit' });
  const stop = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  signal.addEventListener('abort', stop);
  try {
    const report = await receiveReport(child, order);
    if ('made' in report) return report.made;
    throw new BackupError(report.failure);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The order, which has the password of the database, is sent and never part of the command line. */
function receiveReport(child: ChildProcess, order: BackupOrder): Promise<BackupReport> {
  return new Promise((resolve, reject) => {
    let report: BackupReport | undefined;
    child.once('message', (message) => {
      report = message as BackupReport;
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const Cause = STOPS.includes(signal) ? InterruptedBackup : BackupError;
      if (report) resolve(report);
      else reject(new Cause(`The process of the backup ended early (${signal ?? code}).`));
    });
    child.send(order, (error) => {
      if (error) reject(error);
    });
  });
}
