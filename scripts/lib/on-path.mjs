import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program of this name is, if it is installed. */
export function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
