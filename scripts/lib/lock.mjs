import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './fail.mjs';
import { root } from './root.mjs';

const file = join(root, '.cache', 'prepare.lock');

/** Two starts at once must not install or build over each other: the second waits for the first. */
export async function withLock(work) {
  let isLogged = false;
  while (!take()) {
    if (!isLogged) console.log('Another start is preparing Payfolk; waiting for it…');
    isLogged = true;
    await pause(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take() {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw notWritable(error);
  }
  const holder = readHolder();
  // Its process was killed. Checked twice, in case another process has just taken it.
  if (holder > 0 && !isAlive(holder) && readHolder() === holder) rmSync(file, { force: true });
  return false;
}

function readHolder() {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function notWritable(error) {
  return new Failure(
    `Payfolk must be prepared (installed or built) first, and this user may not write to ${root}: run "npm run build" there as its owner. (${error.code})`,
  );
}
