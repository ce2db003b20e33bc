import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * A folder in memory where there is room for a test run. The tests create and delete thousands of
 * database files, which costs a disk's file system more CPU time than PostgreSQL.
 */
export function findTemporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const hasRoom = Math.min(bavail * bsize, freemem()) > NEEDED_BYTES;
    return hasRoom && canExecuteIn(MEMORY) ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A test starts a copy of PostgreSQL; containers often forbid programs there. */
function canExecuteIn(parent: string): boolean {
  const folder = mkdtempSync(path.join(parent, 'payfolk-probe-'));
  try {
    const program = path.join(folder, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
