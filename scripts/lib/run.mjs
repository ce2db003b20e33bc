import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Runs a program in the checkout with our own output; answers its exit status. */
export function run(command, args, { env, quiet = false, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      shell,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), said }));
  });
}

/** The JavaScript behind a package's command, so that it runs with this very Node.js on every system. */
export function programOf(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** npm itself: the one that runs us, else the one on the path. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  if (npm && /npm-cli\.c?js$/.test(npm)) return run(process.execPath, [npm, ...args], options);
  // On Windows npm is a batch file, which only a shell can start.
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** "3.2 s" since the given moment of performance.now(). */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
