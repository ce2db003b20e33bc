import { readdirSync, readFileSync } from 'node:fs';

/** The clock in /proc/PID/stat: Linux shows it to programs as 100 ticks a second on every machine. */
const MS_PER_TICK = 10;

interface ProcessTimes {
  /** Of the process with all of its threads, those that ended included. */
  ownMs: number;
  /** Of its children that ended. */
  endedChildrenMs: number;
}

/** Parses /proc/PID/stat. The program's name, in brackets, may hold spaces and brackets itself. */
export function parseStat(text: string): ProcessTimes {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (at: number) => Number(fields[at - 3]);
  return {
    ownMs: (ticks(14) + ticks(15)) * MS_PER_TICK,
    endedChildrenMs: (ticks(16) + ticks(17)) * MS_PER_TICK,
  };
}

/** Parses /proc/PID/task/TID/schedstat: nanoseconds on a processor come first. */
export function parseSchedstat(text: string): number {
  return Number(text.split(' ', 1)[0]) / 1e6;
}

/** Empty where the process has ended. Read in one go: a measurement must not wait for a thread pool. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/**
 * Both clocks can only miss time: one counts whole ticks, the other forgets threads that ended. The
 * larger one is closer.
 */
function processTimes(pid: number): ProcessTimes {
  const stat = read(`/proc/${pid}/stat`);
  if (!stat) return { ownMs: 0, endedChildrenMs: 0 };
  const { ownMs, endedChildrenMs } = parseStat(stat);
  const precise = threadsOf(pid)
    .map((thread) => parseSchedstat(read(`/proc/${pid}/task/${thread}/schedstat`)))
    .reduce((sum, ms) => sum + ms, 0);
  return { ownMs: Math.max(ownMs, precise), endedChildrenMs };
}

/** CPU time so far of the server and of all PostgreSQL processes, in milliseconds. */
export function readCpuMs(server: number, postmaster: number): number {
  const children = read(`/proc/${postmaster}/task/${postmaster}/children`).trim();
  const pids = children.split(' ').filter(Boolean).map(Number);
  const all = [server, postmaster, ...pids].map(processTimes);
  const own = all.reduce((sum, { ownMs }) => sum + ownMs, 0);
  return own + (all[1]?.endedChildrenMs ?? 0);
}
