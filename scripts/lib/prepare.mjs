import { build, listStale } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';

/** Installs and builds whatever is missing or older than its sources; quick where nothing is. */
export async function prepare({ needsTools = false } = {}) {
  if (isReady(needsTools)) return;
  await withLock(async () => {
    const stale = listStale();
    if (!isInstalled({ needsTools: needsTools || stale.length > 0 })) await install();
    if (stale.length > 0) await build(stale);
  });
}

/** Installs only. */
export async function prepareTools() {
  if (isInstalled({ needsTools: true })) return;
  await withLock(async () => {
    if (!isInstalled({ needsTools: true })) await install();
  });
}

function isReady(needsTools) {
  return isInstalled({ needsTools }) && listStale().length === 0;
}
