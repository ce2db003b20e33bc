import type { BrowserContextOptions, Disposable, Page } from 'playwright-core';

/** Tests listen to these. */
const EVENTS = ['dialog', 'request', 'requestfinished', 'requestfailed', 'response'] as const;

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
 * Pages that tests use one after the other. With its process, its cached files and their compiled
 * scripts, a used page opens ours in half the time of a new one.
 */
export function createPagePool<Shared extends Page & Visited>(
  open: (options: BrowserContextOptions) => Promise<Shared>,
) {
  const idle = new Map<string, Shared[]>();
  const uses = new Map<Shared, Use>();
  let isOpen = true;

  async function openAndFollow(options: BrowserContextOptions): Promise<Shared> {
    const page = await open(options);
    uses.set(page, followUse(page));
    return page;
  }

  return {
    async take(options: BrowserContextOptions): Promise<Shared> {
      return idle.get(JSON.stringify(options))?.pop() ?? openAndFollow(options);
    },

    async giveBack(page: Shared, options: BrowserContextOptions): Promise<void> {
      const use = uses.get(page);
      if (!isOpen || !use || use.isChanged || page.isClosed()) return page.context().close();
      for (const script of use.scripts.splice(0)) await (await script).dispose();
      await makeNew(page, options);
      const name = JSON.stringify(options);
      idle.set(name, [...(idle.get(name) ?? []), page]);
    },

    /** Pages in use are closed when they are given back. */
    async close(): Promise<void> {
      isOpen = false;
      for (const page of [...idle.values()].flat()) await page.context().close();
    },
  };
}

function followUse(page: Page): Use {
  const use: Use = { isChanged: false, scripts: [] };
  const change = () => {
    use.isChanged = true;
  };
  onCall(page, 'addInitScript', (script) => use.scripts.push(script as Promise<Disposable>));
  onCall(page, 'exposeFunction', change);
  onCall(page.clock, 'install', change);
  onCall(page.context(), 'newCDPSession', change);
  onCall(page.context(), 'newPage', change);
  onCall(page.context(), 'setOffline', change);
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

/** As if nobody had used the page, except for its history. */
async function makeNew(page: Page & Visited, options: BrowserContextOptions): Promise<void> {
  const { viewport, colorScheme = 'light' } = options;
  const context = page.context();
  for (const event of EVENTS) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  // A page without scripts: nothing is stored after it is cleared.
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, forcedColors: null, media: null, reducedMotion: null });
  await page.mouse.move(0, 0);
  for (const list of [page.problems, page.expectedProblems, page.toasts]) list.length = 0;
}
