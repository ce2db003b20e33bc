import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { makeFolder } from './embedded.ts';

const run = promisify(execFile);

/** A real file system of that size; only root may mount one, and not in every container. */
export async function mountSmallDisk(size: string) {
  const folder = await makeFolder();
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    makeReadOnly: () => run('mount', ['-o', 'remount,ro', folder]),
    async remove() {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}
