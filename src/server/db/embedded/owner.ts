import { setTimeout as pause } from 'node:timers/promises';
import { type Acquired, acquire, type Log, type Mode } from './acquire.ts';
import { hasWorkingFolder } from './linux-processes.ts';
import { type Launch, readPostmasterPid, shutDown, signalPostmaster } from './postmaster.ts';

const LONGEST_PAUSE = 5_000;
// Crashes further apart than this do not count as repeated.
const STEADY_AFTER = 60_000;

/**
 * Restarts PostgreSQL after a crash for as long as we own it, whether we started it or took it over.
 * Returns a function that stops it.
 */
export async function restartOnExit(
  launch: Launch,
  first: Acquired,
  mode: Mode,
  log: Log,
): Promise<() => Promise<void>> {
  const { binaries, cluster } = launch;
  const stopping = new AbortController();
  let pid = await readPostmasterPid(cluster);
  let restarting = Promise.resolve();
  let crashes = 0;
  let lastCrash = 0;

  const watch = ({ ended }: Acquired) => {
    void ended.then(() => {
      if (!stopping.signal.aborted) restarting = restart();
    });
  };
  const restart = async () => {
    crashes = Date.now() - lastCrash < STEADY_AFTER ? crashes + 1 : 0;
    lastCrash = Date.now();
    log.error('PostgreSQL stopped unexpectedly; restarting it');
    const again = await reacquire(launch, mode, log, stopping.signal, crashes);
    if (again === undefined) return;
    pid = await readPostmasterPid(cluster);
    log.info('PostgreSQL restarted');
    watch(again);
  };
  watch(first);

  // An exit without stop(), after an exception for instance, must not leave PostgreSQL behind.
  const atExit = () => {
    if (pid) signalPostmaster(pid, 'SIGINT', binaries, cluster);
  };
  process.once('exit', atExit);
  const stop = async () => {
    stopping.abort();
    await restarting;
    // The owner's connection stays open until PostgreSQL has stopped: no other process takes ownership.
    const current = await readPostmasterPid(cluster);
    // After a crash the pid file may name an unrelated process.
    if (current && (await hasWorkingFolder(current, cluster)) !== false)
      await shutDown(launch, current);
    process.off('exit', atExit);
  };
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

/** Retries until it works or we are stopping: immediately after a first crash, then with growing pauses. */
async function reacquire(
  launch: Launch,
  mode: Mode,
  log: Log,
  signal: AbortSignal,
  crashes: number,
): Promise<Acquired | undefined> {
  for (let attempt = crashes; !signal.aborted; attempt += 1) {
    const wait = attempt === 0 ? 0 : Math.min(100 * 2 ** attempt, LONGEST_PAUSE);
    await pause(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    try {
      const acquired = await acquire(launch, mode, log, signal);
      if (acquired.isOwner) return acquired;
      await acquired.client.end();
    } catch (error) {
      if (!signal.aborted) log.error(error instanceof Error ? error.message : String(error));
    }
  }
  return undefined;
}
