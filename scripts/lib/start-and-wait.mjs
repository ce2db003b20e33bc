import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from './fail.mjs';
import { root } from './root.mjs';

/** Starts a program and waits until it has printed something; answers what, and a way to end it. */
export async function startAndWaitFor(command, args, env, pattern) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const found = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      said += chunk;
      const match = pattern.exec(said)?.[1];
      if (match) resolve(match);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', () => reject(new Failure(`${command} ended too early:\n${said.trim()}`)));
  });
  return {
    found,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
