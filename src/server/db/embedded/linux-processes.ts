import { readdir, readFile, stat } from 'node:fs/promises';

/**
 * Whether that process works in the folder, as every PostgreSQL process does in its cluster's.
 * Undefined if that cannot be known: the process has ended or belongs to another user.
 */
export async function hasWorkingFolder(pid: number, folder: string): Promise<boolean | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const [own, wanted] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)]);
    return own.dev === wanted.dev && own.ino === wanted.ino;
  } catch {
    return undefined;
  }
}

/**
 * Ends backends whose postmaster was killed. Idle ones end by themselves; a busy one would finish its
 * query first and delay the restart. Those of a running postmaster are not touched.
 */
export async function endOrphanedBackends(folder: string): Promise<number> {
  if (process.platform !== 'linux') return 0;
  let ended = 0;
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!pid || !(await hasWorkingFolder(pid, folder)) || !(await isOrphanedBackend(pid, folder)))
      continue;
    try {
      process.kill(pid, 'SIGQUIT');
      ended += 1;
    } catch {
      // It has ended by itself.
    }
  }
  return ended;
}

async function isOrphanedBackend(pid: number, folder: string): Promise<boolean> {
  try {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
    return title.startsWith('postgres: ') && !(await hasWorkingFolder(parent, folder));
  } catch {
    return false;
  }
}
