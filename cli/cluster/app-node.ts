import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onInterrupt } from '#server/lib/interrupts.ts';
import { projectRoot } from '#server/lib/project-root.ts';

export interface AppNode {
  url: string;
  process: ChildProcess;
  /** SIGTERM, then its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the built server in its own process on a free port. */
export async function startNode(env: Record<string, string>): Promise<AppNode> {
  const child = spawn(process.execPath, [path.join(projectRoot, 'dist/src/server/main.js')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    forget();
    return child.exitCode;
  };
  const forget = onInterrupt(stop);
  let output = '';
  const port = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000);
      const found = /is listening on port (\d+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(`The server did not start: ${output.trim()}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    stop,
  };
}
