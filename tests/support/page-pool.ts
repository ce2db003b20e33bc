import type { BrowserContextOptions, Disposable, Page } from 'playwright-core';

/** Tests may listen to these. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'load',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/** What a page records about a visit. */
interface Visited {
  problems: unknown[];
  expectedProblems: unknown[];
  toasts: unknown[];
}

interface Use {
  /** A test changed the page or its context in a way that cannot be undone. */
  isChanged: boolean;
  /** Init scripts that tests added. */
  scripts: Promise<Disposable>[];
}

/**
 * Pages that tests reuse. With its process, its cached files and their compiled scripts, a used page
 * opens the app in half the CPU time of a new one.
 */
export function createPagePool<Shared extends Page & Visited>() {
  const idle = new Map<string, Shared[]>();
  const uses = new Map<Shared, Use>();

  return {
    async take(
      options: BrowserContextOptions,
      open: (options: BrowserContextOptions) => Promise<Shared>,
    ): Promise<Shared> {
      const known = idle.get(JSON.stringify(options))?.pop();
      if (known) return known;
      const page = await open(options);
      uses.set(page, followUse(page));
      return page;
    },

    /** Closes the page if `canReuse` is false, or if it cannot be reset: it may be navigating. */
    async giveBack(page: Shared, options: BrowserContextOptions, canReuse: boolean): Promise<void> {
      const use = uses.get(page);
      const isReset = canReuse && use && (await reset(page, use, options).catch(() => false));
      if (!isReset) return page.context().close();
      const name = JSON.stringify(options);
      idle.set(name, [...(idle.get(name) ?? []), page]);
    },
  };
}

export type PagePool<Shared extends Page & Visited> = ReturnType<typeof createPagePool<Shared>>;

function followUse(page: Page): Use {
  const use: Use = { isChanged: false, scripts: [] };
  const change = () => {
    use.isChanged = true;
  };
  onCall(page, 'addInitScript', (script) => use.scripts.push(script as Promise<Disposable>));
  onCall(page, 'exposeBinding', change);
  onCall(page, 'exposeFunction', change);
  onCall(page, 'setExtraHTTPHeaders', change);
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) {
    onCall(page.clock, name, change);
  }
  const context = page.context();
  onCall(context, 'addInitScript', change);
  onCall(context, 'clearPermissions', change);
  onCall(context, 'grantPermissions', change);
  onCall(context, 'newCDPSession', change);
  onCall(context, 'newPage', change);
  onCall(context, 'setOffline', change);
  return use;
}

function onCall<Owner extends object>(
  owner: Owner,
  name: keyof Owner,
  notice: (result: unknown) => void,
): void {
  const method = Reflect.get(owner as object, name);
  Reflect.set(owner, name, (...call: unknown[]) => {
    const result = method.apply(owner, call);
    notice(result);
    return result;
  });
}

/** Leaves the history of the page, the HTTP cache and the clipboard. */
async function reset(
  page: Page & Visited,
  use: Use,
  { viewport, colorScheme = 'light' }: BrowserContextOptions,
): Promise<boolean> {
  if (use.isChanged || page.isClosed()) return false;
  const context = page.context();
  for (const script of use.scripts.splice(0)) await (await script).dispose();
  for (const event of EVENTS) page.removeAllListeners(event);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  // A page without scripts: nothing is stored after it is cleared. There is no code to wait for.
  await page.mainFrame().goto('/robots.txt');
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    colorScheme,
    contrast: null,
    forcedColors: null,
    media: null,
    reducedMotion: null,
  });
  await page.mouse.move(0, 0);
  await page.bringToFront();
  for (const list of [page.problems, page.expectedProblems, page.toasts]) list.length = 0;
  return true;
}
