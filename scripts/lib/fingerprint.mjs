import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './root.mjs';

/** One hash of the names and contents of all these files and folders, because mtimes change on clone or copy. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => listFiles(join(root, path)))) {
    const content = readFileSync(file);
    hash.update(`\0${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** All files below that a build reads: no tests. */
export function listFiles(path) {
  return listAllFiles(path).filter((file) => !/\.test\.[cm]?[jt]sx?$/.test(file));
}

/** All files below, sorted; nothing where there is nothing. */
export function listAllFiles(path) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) return [];
  if (info.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listAllFiles(join(path, name)));
}
