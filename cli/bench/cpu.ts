import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of the server and of PostgreSQL, in nanoseconds since they started. */
export interface CpuTime {
  server: number;
  postgres: number;
}

/** Linux only; undefined elsewhere. */
export function readCpu(serverPid: number, postmasterPid: number): CpuTime | undefined {
  if (process.platform !== 'linux') return undefined;
  const backends = childrenOf(postmasterPid);
  return {
    server: cpuOf(serverPid),
    postgres: backends.reduce((sum, pid) => sum + cpuOf(pid), 0),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A process or thread that has just ended.
    return '';
  }
}

/** All threads: compilation and garbage collection have their own. */
function cpuOf(pid: number): number {
  let sum = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      sum += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
    }
  } catch {
    return 0;
  }
  return sum;
}

/** The fourth field of /proc/PID/stat; the second is a name in parentheses that may have gaps. */
export const parentOf = (pid: number | string) =>
  Number(/.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1]);

/** Without autovacuum workers: no request causes them. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .filter((name) => !read(`/proc/${name}/cmdline`).includes('autovacuum worker'))
    .map(Number);
}
