import { readdirSync, readFileSync } from 'node:fs';

/** The clock in /proc/PID/stat: Linux shows it to programs as 100 ticks a second on every machine. */
const MS_PER_TICK = 10;

/**
 * Parses /proc/PID/stat: the time of the process with all of its threads, those that ended included. The
 * program's name, in brackets, may hold spaces and brackets itself.
 */
export function parseStat(text: string): number {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (at: number) => Number(fields[at - 3]);
  return (ticks(14) + ticks(15)) * MS_PER_TICK;
}

/** Parses /proc/PID/task/TID/schedstat: nanoseconds on a processor come first. */
export function parseSchedstat(text: string): number {
  return Number(text.split(' ', 1)[0]) / 1e6;
}

/** Empty if the process has ended. Read in one go: a measurement must not wait for a thread pool. */
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

interface Seen {
  ms: number;
  /** Time of threads that ended: only the clock with whole ticks knows it. */
  endedMs: number;
}

/** CPU time so far of the server and of the PostgreSQL processes that work for it. */
export class CpuClock {
  readonly #server: number;
  readonly #postmaster: number;
  /** Processes that ended stay in the sum. */
  readonly #seen = new Map<number, Seen>();

  constructor(server: number, postmaster: number) {
    this.#server = server;
    this.#postmaster = postmaster;
  }

  /** Milliseconds. */
  read(): number {
    const children = read(`/proc/${this.#postmaster}/task/${this.#postmaster}/children`).trim();
    const pids = children.split(' ').filter(Boolean).map(Number);
    for (const pid of [this.#server, this.#postmaster, ...pids]) this.#look(pid);
    return [...this.#seen.values()].reduce((sum, { ms }) => sum + ms, 0);
  }

  #look(pid: number) {
    const stat = read(`/proc/${pid}/stat`);
    // Vacuuming is not caused by what is measured.
    if (!stat || read(`/proc/${pid}/cmdline`).startsWith('postgres: autovacuum')) return;
    const precise = threadsOf(pid)
      .map((thread) => parseSchedstat(read(`/proc/${pid}/task/${thread}/schedstat`)))
      .reduce((sum, ms) => sum + ms, 0);
    const before = this.#seen.get(pid)?.endedMs ?? 0;
    const endedMs = Math.max(before, parseStat(stat) - precise);
    this.#seen.set(pid, { ms: precise + endedMs, endedMs });
  }
}
