import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunAs } from './run-as.ts';

const READ = 4;
const ENTER = 1;

/** Whether that user may read the file and enter every folder above it, by the permission bits. */
export async function canReach(file: string, user: RunAs): Promise<boolean> {
  const path = await realpath(file);
  if (!allows(await stat(path), user, READ)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(await stat(folder), user, ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function allows(info: Stats, { uid, gid }: RunAs, right: number): boolean {
  if (info.uid === uid) return ((info.mode >> 6) & right) === right;
  if (info.gid === gid) return ((info.mode >> 3) & right) === right;
  return (info.mode & right) === right;
}
