import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '#server/lib/project-root.ts';

export interface ServerProcess {
  /** Where it listens, such as http://127.0.0.1:41234. */
  url: string;
  process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** SIGTERM, then its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: no chance to tidy up. */
  kill(): Promise<void>;
}

/** Thrown where the server ends before it listens. */
export class ServerDidNotStart extends Error {
  readonly exitCode: number | null;
  constructor(exitCode: number | null, output: string) {
    super(output.trim());
    this.exitCode = exitCode;
  }
}

const MAIN = path.join(projectRoot, 'dist/src/server/main.js');

/** Starts the real built server as a process of its own, on a free port. */
export async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const port = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const found = /Open http:\/\/localhost:(\d+)/.exec(text)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => reject(new ServerDidNotStart(code, text)));
  });

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    }
    return child.exitCode;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => text,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
