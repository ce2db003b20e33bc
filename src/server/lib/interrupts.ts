import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

type Cleanup = (signal: NodeJS.Signals) => Promise<unknown>;

/** A closed terminal, Ctrl-C and a supervisor's stop. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
const cleanups: Cleanup[] = [];
let isUnderWay = false;

/** Registers cleanup to run before a signal ends this process, last first; returns how to unregister it. */
export function onInterrupt(cleanup: Cleanup): () => void {
  if (cleanups.length === 0) for (const signal of SIGNALS) process.on(signal, interrupt);
  cleanups.push(cleanup);
  return () => {
    const index = cleanups.indexOf(cleanup);
    if (index >= 0) cleanups.splice(index, 1);
    if (cleanups.length > 0 || isUnderWay) return;
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
}

/** A program that we started was ended by one of these signals: ours may still be on its way. */
export function endLike(child: ChildProcess): void {
  const signal = SIGNALS.find((each) => each === child.signalCode);
  if (signal) void interrupt(signal);
}

/** Errors after a signal are consequences of stopping. */
export function isInterrupted(): boolean {
  return isUnderWay;
}

async function interrupt(signal: NodeJS.Signals) {
  // Ctrl-C often arrives twice: from the terminal, and from npm, which passes it on.
  if (isUnderWay) return;
  isUnderWay = true;
  for (let next = cleanups.pop(); next; next = cleanups.pop()) {
    await next(signal).catch((error: unknown) => console.error(error));
  }
  // Not process.exit(), which would wait for a file that is being read, such as a pipe without an end.
  const code = 128 + constants.signals[signal];
  process.emit('exit', code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The first process of a container is not ended by its own signal.
  setTimeout(() => process.exit(code), 500);
}
