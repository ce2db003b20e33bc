import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '#server/lib/project-root.ts';
import { isRoot } from './embedded.ts';
import { RELAXED_TIMEOUTS } from './server-process.ts';
import { within } from './within.ts';

/** Others than root need a user namespace for it. */
const USER = isRoot ? [] : ['--user', '--map-current-user'];
const UNSHARE = [...USER, '--pid', '--fork', '--kill-child'];
export const hasUnshare = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

/** Starts the built server as process 1 of a namespace, as in a container without an init. */
export function startFirstProcess(env: Record<string, string>) {
  const main = path.join(projectRoot, 'dist/src/server/main.js');
  const child = spawn('unshare', [...UNSHARE, process.execPath, main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_OPTIONS: RELAXED_TIMEOUTS,
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const ended = once(child, 'close');
  return {
    output: () => text,
    /** SIGTERM to the server, by its number outside of the namespace; then its exit code. */
    async stop(): Promise<number | null> {
      const children = `/proc/${child.pid}/task/${child.pid}/children`;
      process.kill(Number(await readFile(children, 'utf8')), 'SIGTERM');
      await within(300, () => `the end after SIGTERM; it said: ${text}`, ended);
      return child.exitCode;
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
