import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RELAXED_TIMEOUTS } from './server-process.ts';

interface Place {
  /** A database of the test's own; blank for the embedded one in `dataDir`. */
  url: string;
  dataDir?: string;
  /** Where npm would have been called. */
  folder: string;
  /** Further settings. */
  env?: Record<string, string>;
}

/** Runs a built command of cli/, as npm does. */
export const runCommand = (
  command: string,
  { url, dataDir = '', folder, env }: Place,
  ...args: string[]
) =>
  promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL(`../../dist/cli/${command}.js`, import.meta.url)), ...args],
    {
      env: {
        ...process.env,
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        INIT_CWD: folder,
        NODE_ENV: 'test',
        NODE_OPTIONS: RELAXED_TIMEOUTS,
        ...env,
      },
    },
  );
