import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { insertSession } from '#server/db/sessions.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';
import { findChromium } from './chromium-of-worker.ts';
import { findFreePort } from './free-port.ts';
import { createPagePool, type PagePool } from './page-pool.ts';
import { openSite, openSiteAlone, type Site } from './site.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** The real built server on a database of its own, and a real browser in front of it. */
export async function openBrowser(env: Record<string, string> = {}) {
  return openBrowserOf(await openSite(env));
}

/** Like openBrowser, but by the name localhost, which passkeys need, on a port that stays after a restart. */
export async function openBrowserByName() {
  const port = String(await findFreePort());
  const url = `http://localhost:${port}`;
  return openBrowserOf({ ...(await openSiteAlone({ PORT: port, PUBLIC_URL: url })), url });
}

/** By the address of their site, which the next test file may have too. */
const pools = new Map<string, PagePool<VisitorPage>>();

async function openBrowserOf(site: Site) {
  const { url, db, dataDir, restartServer, startNode } = site;
  const browser = await findChromium();
  const pages = pools.get(url) ?? createPagePool<VisitorPage>();
  pools.set(url, pages);

  /** In a new context. Outside hosts do not resolve: see `findChromium`. */
  async function openPage(options: BrowserContextOptions): Promise<VisitorPage> {
    const context = await browser.newContext({ baseURL: url, viewport: PHONE, ...options });
    // Only for what hangs: a busy machine may take long.
    context.setDefaultTimeout(300_000);
    const problems: string[] = [];
    await recordRefusals(context, problems);
    const page = await context.newPage();
    context.on('weberror', (error) => problems.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    waitForCode(page);
    const toasts = await recordToasts(page);
    return Object.assign(page, { problems, expectedProblems: [], toasts });
  }

  /** The test fails for every error in the console that `expectProblems` did not name. */
  function leaveAfterTest(page: VisitorPage, leave: (hasPassed: boolean) => Promise<void>): void {
    onTestFinished(async ({ task }) => {
      const isExpected = (text: string) => page.expectedProblems.some((known) => known.test(text));
      const unexpected = page.problems.filter((text) => !isExpected(text));
      try {
        // A route that a test left waiting must not fail the run when its page closes.
        for (const each of page.context().pages())
          await each.unrouteAll({ behavior: 'ignoreErrors' });
        await leave(task.result?.state === 'pass');
      } finally {
        expect(unexpected, 'errors in the console of the page').toEqual([]);
      }
    });
  }

  /** A new visitor, who may leave the site. */
  async function newPage(options: BrowserContextOptions = {}): Promise<VisitorPage> {
    const page = await openPage(options);
    await showOutside(page);
    leaveAfterTest(page, () => page.context().close());
    return page;
  }

  /**
   * Every outside host shows a page of ours. Playwright then handles every request of the page and
   * turns off its cache, so reused pages have this only where a test needs it.
   */
  async function showOutside(page: Page): Promise<void> {
    await page.context().route(new RegExp(`^(?!${url}/)`), (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<title>Outside</title><h1>Outside</h1>',
      }),
    );
  }

  /** A page that tests reuse, which does not leave the site. */
  async function sharedPage(given: BrowserContextOptions): Promise<VisitorPage> {
    const options = { viewport: PHONE, ...given };
    const page = await pages.take(options, openPage);
    // What a failed test started may still act on its page.
    leaveAfterTest(page, (hasPassed) => pages.giveBack(page, options, hasPassed));
    return page;
  }

  /** Gives the page's browser a session of its own; the next page it opens has it. */
  async function signIn(page: Page, { id }: { id: number }) {
    const token = createToken();
    await insertSession(db, hashToken(token), id);
    await page.context().addCookies([{ name: 'session', value: token, url }]);
  }

  return {
    url,
    restartServer,
    startNode,
    pool: site.pool,
    dataDir,
    newPage,
    sharedPage,
    showOutside,
    signIn,
    async close() {
      await site.close();
    },
  };
}

export type TestBrowser = Awaited<ReturnType<typeof openBrowser>>;

export interface ShownToast {
  title?: string;
  text?: string;
  tone: 'default' | 'destructive';
}

/**
 * `problems` are the errors in its console; `toasts` are those it has shown, which on a busy machine
 * may be gone before a test looks.
 */
export type VisitorPage = Page & {
  problems: string[];
  expectedProblems: RegExp[];
  toasts: ShownToast[];
};

/** A page is shown before its code has loaded; tests use it only after that. */
function waitForCode(page: Page): void {
  // After a long wait the page shows a note instead, until the code is there.
  const pending = page.locator('#root[inert], #page-note').first();
  const isUsable = () => pending.waitFor({ state: 'detached' });
  const { goto, reload } = page;
  page.goto = async (...call) => {
    const response = await goto.apply(page, call);
    await isUsable();
    return response;
  };
  page.reload = async (...call) => {
    const response = await reload.apply(page, call);
    await isUsable();
    return response;
  };
}

/** Chromium's console does not mention an eval that the content security policy refused. */
async function recordRefusals(context: BrowserContext, problems: string[]): Promise<void> {
  await context.exposeFunction('recordRefusal', (text: string) => void problems.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      Reflect.get(
        window,
        'recordRefusal',
      )(`Content-Security-Policy: ${effectiveDirective} refused ${blockedURI}`);
    });
  });
}

async function recordToasts(page: Page): Promise<ShownToast[]> {
  const toasts: ShownToast[] = [];
  await page.exposeFunction('recordToast', (toast: ShownToast) => void toasts.push(toast));
  await page.addInitScript(() => {
    const seen = new WeakSet<Element>();
    const record = (item: Element) => {
      const lines = item.querySelectorAll(':scope > div > div');
      Reflect.get(
        window,
        'recordToast',
      )({
        title: lines[0]?.textContent,
        text: lines[1]?.textContent,
        tone: item.getAttribute('data-tone'),
      });
    };
    new MutationObserver(() => {
      for (const item of document.querySelectorAll('[aria-label="Notifications (F8)"] li')) {
        if (!seen.has(item)) record(item);
        seen.add(item);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return toasts;
}
