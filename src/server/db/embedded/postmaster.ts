import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { cleanEnvironment, dataArgument, isAlive } from './cluster.ts';
import type { Endpoint } from './endpoint.ts';
import { hasWorkingFolder } from './linux-processes.ts';
import type { RunAs } from './run-as.ts';

export type Launch = {
  dataDir: string;
  cluster: string;
  binaries: Binaries;
  endpoint: Endpoint;
  runAs: RunAs | undefined;
  settings: Record<string, string>;
};

/** A postmaster that we started; `ended` resolves to its output. */
export type Launched = {
  pid: number | undefined;
  ended: Promise<string>;
  output: string | undefined;
  /** Keeps it running when we exit: another process owns it. */
  removeExitHandler: () => void;
};

const MEBIBYTE = 2 ** 20;

/** A quarter of the memory, so that a large directory stays in it. Taken only as it is used. */
function sharedBuffers(): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return `${Math.min(8_192, Math.max(128, Math.floor(memory / 4 / MEBIBYTE)))}MB`;
}

const SETTINGS: Record<string, string> = {
  max_connections: '100',
  shared_buffers: sharedBuffers(),
  // A large import would otherwise checkpoint, and copy whole pages into its log again, every few seconds.
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Starts and stops only: the text of a failed statement may contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};
const LONGEST_LOG = 1_000_000;
const STOP_TIMEOUT_MS = 30_000;

/** Starts PostgreSQL in a process group of its own, so that Ctrl-C reaches us first and we can drain. */
export async function launch(options: Launch): Promise<Launched> {
  const { cluster, binaries, runAs } = options;
  const logFile = join(options.dataDir, 'postgres.log');
  const before = await stat(logFile).catch(() => undefined);
  if (before !== undefined && before.size > LONGEST_LOG) {
    await rename(logFile, `${logFile}.1`);
  }
  // Does not follow links: root must not append to another file.
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  const log = await open(logFile, O_APPEND | O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0), 0o600);
  // The folder's owner may start it next and must be able to append.
  if (runAs) await log.chown(runAs.uid, runAs.gid);
  const from = (await log.stat()).size;
  const [program, args] =
    process.platform === 'win32'
      ? // pg_ctl gives up administrator rights, which PostgreSQL refuses to run with.
        [
          binaries.pgCtl,
          ['start', '-W', '-D', cluster, '-o', postmasterArguments(options).join(' ')],
        ]
      : [binaries.postgres, ['-D', dataArgument(cluster), ...postmasterArguments(options)]];
  const child = spawn(program, args, {
    cwd: cluster,
    ...runAs,
    env: cleanEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  // An exit without a proper stop must not leave it running.
  const killOnExit = () => child.kill('SIGINT');
  process.once('exit', killOnExit);
  const removeExitHandler = () => void process.off('exit', killOnExit);
  const launched: Launched = {
    pid: child.pid,
    output: undefined,
    ended: Promise.resolve(''),
    removeExitHandler,
  };
  launched.ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`error: ${error.message}`));
    child.once('exit', async () => {
      removeExitHandler();
      const text = await readFile(logFile).catch(() => Buffer.alloc(0));
      resolve(text.subarray(from).toString());
    });
  }).then((output) => {
    launched.output = output;
    return output;
  });
  await log.close();
  return launched;
}

function postmasterArguments({ endpoint, settings }: Launch): string[] {
  const where: Record<string, string> =
    process.platform === 'win32'
      ? { listen_addresses: endpoint.host }
      : { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700' };
  const all = { ...SETTINGS, ...settings, ...where, port: String(endpoint.port) };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export async function readPostmasterPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * After a reboot or in a new container a stale pid file can name another process of ours, and PostgreSQL
 * would refuse to start. Returns true if such a file was removed.
 */
export async function removeMisleadingPidFile(cluster: string): Promise<boolean> {
  const pid = await readPostmasterPid(cluster);
  if (pid === undefined || (await hasWorkingFolder(pid, cluster)) !== false) return false;
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  return true;
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk when it is gone. */
export async function shutDown({ binaries, cluster }: Launch, pid: number): Promise<void> {
  signalPostmaster(pid, 'SIGINT', binaries, cluster);
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) signalPostmaster(pid, 'SIGQUIT', binaries, cluster);
    await pause(10);
  }
}

export function signalPostmaster(
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT',
  { pgCtl }: Binaries,
  cluster: string,
): void {
  if (process.platform === 'win32') {
    // Windows has no signals between processes: pg_ctl speaks to PostgreSQL through a pipe.
    const how = signal === 'SIGINT' ? 'fast' : 'immediate';
    spawn(pgCtl, ['stop', '-W', '-D', cluster, '-m', how], {
      stdio: 'ignore',
      detached: true,
    }).unref();
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
