import { noticeBuild } from '#client/lib/new-version.ts';
import { UNREACHABLE } from '#client/lib/request.ts';
import { hasUnsavedWork } from '#client/lib/unsaved-work.ts';
import { KeepAlive } from './keep-alive.ts';
import { broadcastStatus, listenForStatus } from './server-status.ts';

/** A file that fails to load is missing after a deployment, or the connection is away. */
const PING_AT_ONCE = ['online', 'offline', UNREACHABLE, 'vite:preloadError'];

/** Ties the keep-alive to this page. Call once. `onBack` runs when the server is there again. */
export function startKeepAlive(onBack: () => void): void {
  listenForStatus(onBack);
  const keepAlive = new KeepAlive({
    fetch: async (...call) => {
      const response = await fetch(...call);
      noticeBuild(response);
      return response;
    },
    now: () => Date.now(),
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer as number | undefined),
    broadcast: broadcastStatus,
    reload: (address) => window.location.replace(address),
    hasUnsavedWork,
    log: (message, ...details) => console.debug(message, ...details),
  });
  const ping = () => void keepAlive.ping();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ping();
  });
  for (const event of PING_AT_ONCE) window.addEventListener(event, ping);
  keepAlive.start();
}
