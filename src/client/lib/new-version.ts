import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { readFlag, writeFlag } from './local-flags.ts';

/** The server's build of the app, where it is not the one that runs here. */
let newBuild = '';
const listeners = createListeners();

/** Every response names the build that the server has. */
export function noticeBuild({ headers }: Response): void {
  const build = headers.get('x-client-build');
  if (!import.meta.env.PROD || !build || build === newBuild) return;
  if (document.querySelector(`script[src$="/${build}.js"]`)) return;
  newBuild = build;
  listeners.notify();
}

/** True once a newer build is known. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => newBuild !== '',
    () => false,
  );
}

const RELOADED_FOR = 'reloaded-for';

/** Reloads into the new build by itself, once for each: servers of two builds may take turns. */
export function reloadOnce(): void {
  if (!newBuild || readFlag(RELOADED_FOR, 'session') === newBuild) return;
  writeFlag(RELOADED_FOR, newBuild, 'session');
  // Without storage it could reload for ever.
  if (readFlag(RELOADED_FOR, 'session') === newBuild) window.location.reload();
}
