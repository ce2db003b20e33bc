import { readFileSync } from 'node:fs';

const POLL_MS = 250;

/**
 * npm runs us in a shell, and a signal that ends npm or that shell does not reach us: the server would
 * stay behind, holding its port. So we look whether they are still there, and stop like on SIGTERM.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  timer.unref();
}

/** Known on Linux only; elsewhere the shell alone is watched. */
function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
