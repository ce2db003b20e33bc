import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'];
const isWindows = process.platform === 'win32';
const running = new Set();
let interruptedBy;

/** Passes a signal on to everything that runs, once each; the last to end takes us along. */
function interrupt(signal) {
  // Ctrl-C often arrives twice: from the terminal, and from npm, which passes it on.
  if (interruptedBy) return;
  interruptedBy = signal;
  for (const child of running) {
    try {
      if (isWindows) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // It has ended already.
    }
  }
}

function add(child) {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, interrupt);
  running.add(child);
}

function remove(child) {
  running.delete(child);
  if (running.size > 0) return;
  if (interruptedBy) process.exit(128 + constants.signals[interruptedBy]);
  for (const signal of SIGNALS) process.off(signal, interrupt);
}

/** Runs a program in the checkout with our own output; returns its exit status. */
export function run(command, args, { env, quiet = false, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      shell,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // A group of its own: a signal reaches it and what it starts through us, exactly once.
      detached: !isWindows,
    });
    add(child);
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', (error) => {
      remove(child);
      reject(error);
    });
    child.once('close', (code, signal) => {
      remove(child);
      if (!interruptedBy) resolve({ code: code ?? (signal ? 1 : 0), output });
    });
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
