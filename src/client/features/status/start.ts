import { hasUnsavedWork } from '#client/lib/unsaved-work.ts';
import { KeepAlive } from './keep-alive.ts';
import { broadcastStatus, listenForStatus } from './server-status.ts';

/** Ties the keep-alive to this page. Call once. */
export function startKeepAlive(): void {
  listenForStatus();
  const keepAlive = new KeepAlive({
    fetch: (...call) => fetch(...call),
    now: () => Date.now(),
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer as number | undefined),
    broadcast: broadcastStatus,
    reload: (address) => window.location.replace(address),
    hasUnsavedWork,
    log: (message, ...details) => console.debug(message, ...details),
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void keepAlive.ping();
  });
  window.addEventListener('online', () => void keepAlive.ping());
  keepAlive.start();
}
