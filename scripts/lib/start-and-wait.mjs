import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from './fail.mjs';
import { root } from './root.mjs';

/**
 * Starts a program and waits until it has printed something; answers what, and a way to end it. With
 * `isGroup` also what it started itself ends: a browser may be a shell script around the real one.
 */
export async function startAndWaitFor(command, args, env, pattern, { isGroup = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  });
  // Ctrl-C reaches our own group only, and other signals only us.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  process.once('exit', () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (isGroup) process.kill(-child.pid, 'SIGTERM');
    else child.kill('SIGTERM');
  });
  let output = '';
  const found = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      const match = pattern.exec(output)?.[1];
      if (match) resolve(match);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', () => reject(new Failure(`${command} ended too early:\n${output.trim()}`)));
  });
  return {
    found,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // 'close' comes when no process of the group has the pipes open.
      const ended = once(child, isGroup ? 'close' : 'exit');
      if (isGroup) process.kill(-child.pid, 'SIGTERM');
      else child.kill('SIGTERM');
      await ended;
    },
  };
}
