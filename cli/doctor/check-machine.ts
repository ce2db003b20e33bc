import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { requireDataDir } from '#server/lib/folders.ts';
import { reasonOf } from '#server/lib/message-of.ts';
import { type Finding, gigabytes, ok, problem, warning } from './finding.ts';

const NEEDED_NODE = { major: 20, minor: 19 };
const LITTLE_MEMORY = 1e9;
const LITTLE_DISK = 2e9;
const NO_DISK = 0.5e9;

export function checkNode(): Finding {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isNewEnough =
    major > NEEDED_NODE.major || (major === NEEDED_NODE.major && minor >= NEEDED_NODE.minor);
  return isNewEnough
    ? ok('Node.js', node)
    : problem('Node.js', `${node} is too old: install 20.19 or newer from https://nodejs.org.`);
}

export function checkMemory(): Finding {
  // 0 or a huge number where nothing limits this process.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const memory = Math.min(limit, totalmem());
  return memory < LITTLE_MEMORY
    ? warning('memory', `${gigabytes(memory)} is little: give this machine 1 GB or more.`)
    : ok('memory', gigabytes(memory));
}

export async function checkDisk(name: string, folder: string): Promise<Finding> {
  const subject = `disk of ${name}`;
  const free = await findFreeBytes(folder);
  const text = `${gigabytes(free)} free`;
  if (free < NO_DISK) return problem(subject, `${text}: delete files or enlarge the disk now.`);
  if (free < LITTLE_DISK) return warning(subject, `${text}: delete files or enlarge the disk.`);
  return ok(subject, text);
}

export async function checkDataDir(config: Config): Promise<Finding[]> {
  try {
    const state = await requireDataDir(config);
    if (state === 'unused') return [];
    if (state === 'there') return [ok('DATA_DIR', `${config.dataDir} can be written`)];
  } catch (error) {
    return [problem('DATA_DIR', `${reasonOf(error)}.`)];
  }
  const text = `${config.dataDir} does not exist yet: start the server, which creates it. If it did so before, correct DATA_DIR.`;
  return [warning('DATA_DIR', text)];
}

/** A folder that does not exist yet, or cannot be entered, is taken to be on the disk of its parent. */
async function findFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(folder);
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(code) || parent === folder) throw error;
    return findFreeBytes(parent);
  }
}
