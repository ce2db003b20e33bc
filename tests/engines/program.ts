import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { failOn } from './engine.ts';

const KEPT_CHARACTERS = 4000;

export interface Program {
  process: ChildProcess;
  /** The end of its error output. */
  printed(): string;
  /** Rejects with what it printed if it ends before `stop`, or cannot be started. */
  died: Promise<never>;
  stop(): Promise<void>;
}

/** Starts a program whose end is an error until it is stopped. */
export function startProgram(command: string, args: string[], options: SpawnOptions): Program {
  const child = spawn(command, args, options);
  let printed = '';
  child.stderr?.on('data', (chunk) => {
    printed = (printed + chunk).slice(-KEPT_CHARACTERS);
  });
  const died = failOn((fail) => {
    const failWith = (how: unknown) => fail(`${command} ended (${how}). ${printed.trim()}`.trim());
    child.once('error', (error) => failWith(error.message));
    child.once('exit', (code, signal) => failWith(signal ?? `exit code ${code}`));
  });
  return {
    process: child,
    printed: () => printed.trim(),
    died,
    async stop() {
      child.kill();
      await died.catch(() => undefined);
    },
  };
}
