import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '#server/lib/project-root.ts';
import { within } from './within.ts';

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

/** For NODE_OPTIONS: on a busy machine a server would refuse requests, and commands connections. */
export const RELAXED_TIMEOUTS = `--import=${path.join(projectRoot, 'tests/support/relaxed-timeouts.mjs')}`;

/** Starts the real built server as a process of its own, on a free port; of this checkout, or of another folder. */
export async function startServer(
  env: Record<string, string> = {},
  folder = projectRoot,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [path.join(folder, 'dist/src/server/main.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...env,
      NODE_OPTIONS: [env.NODE_OPTIONS ?? '', folder === projectRoot ? RELAXED_TIMEOUTS : '']
        .join(' ')
        .trim(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const listening = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const found = /is listening on port (\d+)/.exec(text)?.[1];
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
      await orKill(`server ${child.pid} to end after ${signal}`, exit);
    }
    return child.exitCode;
  };
  /** One that hangs is not left behind for the next test to stumble over. */
  const orKill = <T>(what: string, promise: Promise<T>) =>
    within(300, () => `${what}; it said: ${text.trim() || 'nothing'}`, promise).catch((error) => {
      child.kill('SIGKILL');
      throw error;
    });
  const port = await orKill(`server ${child.pid} to listen`, listening);
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => text,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
