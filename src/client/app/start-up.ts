import type { QueryClient } from '@tanstack/react-query';
import { captureInstallPrompt } from '#client/features/install/install-prompt.ts';
import { startKeepAlive } from '#client/features/status/start.ts';
import { readFlag, writeFlag } from '#client/lib/local-flags.ts';
import { retryFailedQueries } from '#client/lib/query-client.ts';
import { rememberScroll } from './scroll-memory.ts';

const FAILURES_KEY = 'startup-failures';

/** Unhandled script errors are logged and counted in this browser. */
function countFailures(): void {
  writeFlag(FAILURES_KEY, '0');
  function count(error: unknown) {
    console.error('Unhandled error', error);
    writeFlag(FAILURES_KEY, String(Number(readFlag(FAILURES_KEY) ?? 0) + 1));
  }
  window.addEventListener('error', (event) => count(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => count(event.reason));
}

/** A worker left behind by an earlier version would go on answering with old files. */
async function unregisterServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

export function startUp(queryClient: QueryClient): void {
  countFailures();
  captureInstallPrompt();
  unregisterServiceWorkers().catch((error) => console.warn('Service workers stay', error));
  startKeepAlive(() => retryFailedQueries(queryClient));
  rememberScroll();
}
