import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from './cluster.ts';
import { DataDirInUseError, EmbeddedPostgresError, explainFailure } from './failure.ts';
import { endOrphanedBackends } from './linux-processes.ts';
import {
  type Connection,
  findOwner,
  isCutOff,
  type Owner,
  tryConnect,
  tryLockOwnership,
} from './ownership.ts';
import { type Launch, type Launched, launch, removeMisleadingPidFile } from './postmaster.ts';

export type Log = Record<'info' | 'warn' | 'error', (message: string) => void>;
export type Mode = 'server' | 'tool';
export type Acquired = Connection & { isOwner: boolean };

// How long PostgreSQL may be unresponsive.
const TIMEOUT_MS = 30_000;
// How long to wait for the owner to stop: a restart often overlaps with the previous server.
const OWNER_TIMEOUT_MS = 2_000;
// Processes left by a crash usually end by themselves within this time.
const LEFTOVER_TIMEOUT_MS = 1_000;

/**
 * Connects to the database of this folder, starting PostgreSQL if necessary, and takes ownership.
 * PostgreSQL's pid file decides between two concurrent starts; the lock decides who owns it.
 */
export async function acquire(
  options: Launch,
  mode: Mode,
  log: Log,
  signal: AbortSignal,
): Promise<Acquired> {
  const logged = new Set<string>();
  const logOnce = (message: string) => {
    if (!logged.has(message)) log.info(message);
    logged.add(message);
  };
  const ownerDeadline = Date.now() + OWNER_TIMEOUT_MS;
  for (;;) {
    const { client, ended, started } = await connect(options, mode, log, logOnce, signal);
    try {
      if (await tryLockOwnership(client)) {
        if (!started) log.info(`Took over the PostgreSQL that was running in ${options.dataDir}`);
        return { client, ended, isOwner: true };
      }
      started?.removeExitHandler();
      const owner = await findOwner(client);
      const isLate = Date.now() > ownerDeadline;
      if (owner?.kind === 'server') {
        if (mode === 'tool' && (isLate || isAlive(owner.pid)))
          return { client, ended, isOwner: false };
        if (isLate) throw inUse(options.dataDir, owner);
      } else if (owner) {
        // A command stops PostgreSQL when it is done, so no guest may connect to it.
        logOnce(`Waiting for another Payfolk command (process ${owner.pid}) to finish`);
      }
    } catch (error) {
      if (!isCutOff(error)) {
        await client.end();
        throw error;
      }
    }
    await client.end();
    await pause(50, undefined, { signal });
  }
}

function inUse(dataDir: string, { pid }: Owner): DataDirInUseError {
  return new DataDirInUseError(
    `${dataDir} is in use by another Payfolk server (process ${pid}): stop it first, or set DATA_DIR to another folder.`,
  );
}

type Connected = Connection & { started: Launched | undefined };

/** A connection to whatever runs in the folder; what we started and cannot reach is stopped again. */
async function connect(
  options: Launch,
  mode: Mode,
  log: Log,
  logOnce: (message: string) => void,
  signal: AbortSignal,
): Promise<Connected> {
  let started: Launched | undefined;
  let leftoversSince: number | undefined;
  let deadline = Date.now() + TIMEOUT_MS;
  try {
    for (;;) {
      const attempt = await tryConnect(options.endpoint, mode);
      if ('client' in attempt) return { ...attempt, started };
      if (attempt.state === 'busy') {
        // Crash recovery may take long; PostgreSQL responds meanwhile.
        deadline = Date.now() + TIMEOUT_MS;
        if (started === undefined) logOnce('Waiting for PostgreSQL to finish starting or stopping');
      } else if (started === undefined) {
        started = await launch(options);
      } else if (started.output !== undefined) {
        await checkEarlyExit(started.output, options, log, deadline);
        started = undefined;
        leftoversSince ??= Date.now();
        if (Date.now() - leftoversSince > LEFTOVER_TIMEOUT_MS)
          await endLeftoverBackends(options, log);
      }
      if (Date.now() > deadline) {
        throw new EmbeddedPostgresError(
          `PostgreSQL does not answer: see ${options.dataDir}/postgres.log for the reason.`,
        );
      }
      const tick = pause(started ? 20 : 100, undefined, { signal });
      await (started ? Promise.race([tick, started.ended]) : tick);
    }
  } catch (error) {
    if (started?.output === undefined && started?.pid) {
      process.kill(started.pid, 'SIGINT');
      await started.ended;
    }
    throw error;
  }
}

/** PostgreSQL exited immediately: another one is still running, which is worth a retry, or it cannot run here. */
async function checkEarlyExit(
  output: string,
  options: Launch,
  log: Log,
  deadline: number,
): Promise<void> {
  const isHeld = /postmaster\.pid" already exists|pre-existing shared memory|could not bind/.test(
    output,
  );
  if (!isHeld || Date.now() > deadline) {
    throw explainFailure('start PostgreSQL', output, options.dataDir);
  }
  if (/already exists/.test(output) && (await removeMisleadingPidFile(options.cluster))) {
    log.warn('Removed a stale pid file');
  }
}

async function endLeftoverBackends({ cluster }: Launch, log: Log): Promise<void> {
  const count = await endOrphanedBackends(cluster);
  if (count > 0) log.warn(`Ended ${count} PostgreSQL processes left by a crash`);
}
