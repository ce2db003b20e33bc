import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs a command of cli/ from its source on a database of the test's own, as npm would in `folder`. */
export const runCommand = (
  command: string,
  { url, folder }: { url: string; folder: string },
  ...args: string[]
) =>
  promisify(execFile)(
    process.execPath,
    [
      ...['--conditions=source', '--import', 'tsx'],
      fileURLToPath(new URL(`../../cli/${command}.ts`, import.meta.url)),
      ...args,
    ],
    { env: { ...process.env, DATABASE_URL: url, INIT_CWD: folder, NODE_ENV: 'test' } },
  );
