import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './fail.mjs';
import { root } from './root.mjs';
import { runNpm, secondsSince } from './run.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.payfolk-installed');
/** Changed by every npm command that adds or removes packages. */
const npmRecord = join(modules, '.package-lock.json');

/**
 * Whether node_modules holds what the lock file names for this system. What a person installed with
 * npm counts as well as what we did; `needsTools` asks for the development packages too.
 */
export function isInstalled({ needsTools }) {
  if (!existsSync(modules)) return false;
  // A linked folder is looked after where it really is.
  if (lstatSync(modules).isSymbolicLink()) return true;
  const lock = readFileSync(join(root, 'package-lock.json'));
  return readText(stampFile) === stampOf(lock) || isInstalledAsLocked(JSON.parse(lock), needsTools);
}

export async function install() {
  const start = performance.now();
  console.log('Installing packages… (once; this can take a minute or two)');
  const { code } = await runNpm(
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    // npm leaves the tools out where this is 'production', and without them nothing can be built.
    { env: { NODE_ENV: 'development' } },
  );
  if (code !== 0) {
    throw new Failure(
      'Installing the packages failed; npm says why above. Is the network reachable? Then try again.',
    );
  }
  writeFileSync(stampFile, stampOf(readFileSync(join(root, 'package-lock.json'))));
  console.log(`Packages installed in ${secondsSince(start)}`);
}

/**
 * The lock file, what npm installed from it, and the system: a folder copied from another kind of machine is
 * not installed here, and `npm prune` may have removed the tools.
 */
function stampOf(lock) {
  const record = readText(npmRecord) ?? '';
  const hash = createHash('sha256').update(lock).update(record).digest('hex');
  return `${hash} ${process.platform}-${process.arch}`;
}

/** Compares npm's own record of what it installed with the lock file. */
function isInstalledAsLocked(lock, needsTools) {
  const record = readText(npmRecord);
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    if (found) return found.version === wanted.version;
    if (wanted.dev && !needsTools) return true;
    return wanted.optional === true && !(wanted.os && isForThisPlatform(wanted));
  });
}

function isForThisPlatform({ os, cpu, libc }) {
  const isMusl = !process.report?.getReport().header.glibcVersionRuntime;
  return (
    os.includes(process.platform) &&
    (!cpu || cpu.includes(process.arch)) &&
    (!libc || process.platform !== 'linux' || libc.includes(isMusl ? 'musl' : 'glibc'))
  );
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
