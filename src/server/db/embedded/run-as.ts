import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The system user PostgreSQL runs as, or undefined for our own. */
export type RunAs = { uid: number; gid: number };

const run = promisify(execFile);
// What nearly every system gives `nobody`; used only where even the name is unknown.
const NOBODY: RunAs = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root. Started as root, it runs as the owner of the first given folder that
 * does not belong to root (the cluster, then DATA_DIR), else `postgres`, else `nobody`.
 */
export async function chooseRunAs(folders: string[]): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of folders) {
    const info = await stat(folder).catch(() => undefined);
    if (info !== undefined && info.uid !== 0) return { uid: info.uid, gid: info.gid };
  }
  return (await findUser('postgres')) ?? (await findUser('nobody')) ?? NOBODY;
}

/** Asks `id` rather than /etc/passwd: it also knows users of a directory service and of macOS. */
async function findUser(name: string): Promise<RunAs | undefined> {
  try {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    const uid = Number(user.stdout);
    const gid = Number(group.stdout);
    return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}
