import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { endLike } from '#server/lib/interrupts.ts';
import type { Binaries } from './binaries.ts';
import { passwordFile } from './endpoint.ts';
import { EmbeddedPostgresError, explainFailure } from './failure.ts';
import type { RunAs } from './run-as.ts';

/** The superuser, used for ownership and housekeeping alone; the application has a role without rights. */
export const SUPERUSER = 'postgres';

const TEMPORARY = /^postgres\.new-(\d+)-/;

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * The -D argument. Other users may not be able to enter root's DATA_DIR, but a process can use its
 * working directory.
 */
export function dataArgument(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** Only what PostgreSQL needs: PG* variables must not change its behavior. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC', HOME: '/' };
}

/** Creates the cluster if there is none, in a temporary folder that is renamed when it is complete. True if it did. */
export async function ensureCluster(
  dataDir: string,
  binaries: Binaries,
  runAs: RunAs | undefined,
  signal: AbortSignal,
  ctype = 'C',
): Promise<boolean> {
  const cluster = clusterFolder(dataDir);
  await removeAbandoned(dataDir);
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(undefinedIfMissing);
  if (version !== undefined) {
    checkVersion(version.trim(), binaries, dataDir);
    await changeOwner(cluster, runAs);
    return false;
  }
  const temporary = await mkdtemp(join(dataDir, `postgres.new-${process.pid}-`));
  try {
    if (runAs) await lchown(temporary, runAs.uid, runAs.gid);
    await initialise(temporary, dataDir, binaries, runAs, signal, ctype);
    await rename(temporary, cluster);
    return true;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process created the cluster at the same time.
    if (!isTaken(error)) throw error;
    await stat(join(cluster, 'PG_VERSION')).catch(() => {
      throw new EmbeddedPostgresError(
        `${cluster} contains files that are not a PostgreSQL cluster: move them away, or set DATA_DIR to another folder.`,
      );
    });
    return false;
  }
}

async function initialise(
  folder: string,
  dataDir: string,
  { initdb }: Binaries,
  runAs: RunAs | undefined,
  signal: AbortSignal,
  ctype: string,
): Promise<void> {
  signal.throwIfAborted();
  const access =
    process.platform === 'win32'
      ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`]
      : ['--auth-local=trust', '--auth-host=reject'];
  const child = spawn(
    initdb,
    [
      ...['-D', dataArgument(folder), '-U', SUPERUSER, '--data-checksums', '--encoding=UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...[`--lc-ctype=${ctype}`, ...access],
    ],
    {
      cwd: folder,
      ...runAs,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, so that it can be ended together with the programs it starts.
      detached: process.platform !== 'win32',
    },
  );
  const abort = () => killGroup(child);
  const atExit = () => {
    killGroup(child);
    rmSync(folder, { recursive: true, force: true });
  };
  signal.addEventListener('abort', abort);
  process.once('exit', atExit);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += `\nerror: ${error.message}`;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  // Ctrl-C can end it before it has a group of its own.
  endLike(child);
  signal.removeEventListener('abort', abort);
  process.off('exit', atExit);
  signal.throwIfAborted();
  if (code !== 0) throw explainFailure('create the database', output, dataDir);
}

/** Its folder is removed afterwards, so it need not clean up. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function checkVersion(version: string, { major }: Binaries, dataDir: string): void {
  if (version === major) return;
  throw new EmbeddedPostgresError(
    `The database in ${dataDir} was created by PostgreSQL ${version} and this version of Payfolk includes ${major}: back it up with the Payfolk that created it ("npm run backup"), then restore it into a new DATA_DIR.`,
  );
}

/** A cluster that was copied or unpacked by root is root's; PostgreSQL only accepts its own files. */
async function changeOwner(path: string, runAs: RunAs | undefined): Promise<void> {
  if (runAs === undefined || (await stat(path)).uid !== 0) return;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), runAs.uid, runAs.gid);
  }
  await lchown(path, runAs.uid, runAs.gid);
}

/** Folders of first starts that were killed. The number in the name is the process that made it. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(TEMPORARY.exec(name)?.[1]);
    if (pid && !isAlive(pid)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In a container without an init process, ended processes stay in the process table. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** DATA_DIR itself keeps the owner that created it. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw explainFailure('make the data folder', String(error), dataDir);
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function isTaken(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return (
    code === 'ENOTEMPTY' || code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')
  );
}
