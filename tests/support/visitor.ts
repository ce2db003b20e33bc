import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { ShownToast, TestBrowser, VisitorPage } from './browser.ts';
import { DESKTOP, PHONE } from './browser.ts';

export const WIDTHS = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;

export interface VisitOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  userAgent?: string;
  /** Who is signed in. */
  as?: { id: number };
  /** True shows the welcome tour, as on a first visit. */
  isFirstVisit?: boolean;
  /** Outside hosts show a page of ours; otherwise they do not resolve. */
  leavesSite?: boolean;
  /** The page's clock is stopped at this time; only the test moves it. */
  pausedAt?: Date;
  /** Runs in the page before anything of ours. */
  before?: () => void;
}

/** Opens a page without the welcome tour by default. */
export async function visit(
  browser: TestBrowser,
  path: string,
  { isFirstVisit = false, leavesSite = false, pausedAt, before, as, ...context }: VisitOptions = {},
): Promise<VisitorPage> {
  const options = { permissions: ['clipboard-read', 'clipboard-write'], ...context };
  // The clock of a page cannot be put back.
  const page = await (pausedAt ? browser.newPage(options) : browser.sharedPage(options));
  if (leavesSite) await browser.showOutside(page);
  if (as) await browser.signIn(page, as);
  if (!isFirstVisit) await page.addInitScript(rememberTours);
  if (before) await page.addInitScript(before);
  if (pausedAt) {
    await pauseClock(page, pausedAt);
  }
  await page.goto(path);
  if (pausedAt) await runUntilShown(page, isFirstVisit);
  await page.locator('footer').waitFor();
  return page;
}

/** The time between the two calls counts, so the first one leaves plenty of it. */
async function pauseClock(page: VisitorPage, time: Date): Promise<void> {
  await page.clock.install({ time: time.getTime() - 3_600_000 });
  await page.clock.pauseAt(time);
}

/** Libraries hand work on with timers of 0 ms, which a standing clock would never run. */
async function runUntilShown(page: VisitorPage, hasTour: boolean): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(hasTour ? 100 : 1);
      return page.getByRole(hasTour ? 'dialog' : 'contentinfo').count();
    })
    .toBeGreaterThan(0);
}

function rememberTours() {
  localStorage.setItem('onboarding-completed', 'true');
  localStorage.setItem('walkthroughCompleted', 'true');
}

/** As if a session had ended: the cookie is there, so the page has to ask who this is. */
export async function carryOldSession(page: VisitorPage, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'session', value: 'ended', url }]);
}

/** The toast that shows. A dialog hides the rest of the page from roles, but not from people. */
export function toastOf(page: VisitorPage) {
  return page.locator('[aria-label="Notifications (F8)"] li[data-state="open"]');
}

/** For `before`: toasts stay until they are closed, so that a slow test still finds them. */
export function keepToasts() {
  const { setTimeout } = window;
  const LONGER_THAN_A_TEST = 3_600_000;
  const patched = (run: TimerHandler, ms = 0, ...args: unknown[]) =>
    setTimeout(run, ms >= 3_000 ? LONGER_THAN_A_TEST : ms, ...args);
  Object.assign(window, { setTimeout: patched });
}

/** Waits until it is gone altogether: while it fades, Escape is still its own. */
export async function toastGone(page: VisitorPage): Promise<void> {
  await page.locator('[aria-label="Notifications (F8)"] li').waitFor({ state: 'detached' });
}

/** Waits for a toast with this title, also one that is gone by now, and compares its text and tone. */
export async function expectToast(
  page: VisitorPage,
  title: string,
  description: string | RegExp | undefined,
  tone: 'default' | 'destructive' = 'default',
): Promise<void> {
  const isIt = (toast: ShownToast) => toast.title === title;
  await expect.poll(() => page.toasts.some(isIt), { message: `a toast "${title}"` }).toBe(true);
  const [toast] = page.toasts.splice(page.toasts.findIndex(isIt), 1);
  if (description instanceof RegExp) expect(toast?.text).toMatch(description);
  else expect(toast?.text).toBe(description);
  expect(toast?.tone).toBe(tone);
}

/** The page's requests for this path, from now on. */
export function requestsTo(page: VisitorPage, path: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === path) found.push(`${request.method()} ${url.pathname}${url.search}`);
  });
  return found;
}

/** The addresses of the page's DELETE requests, from now on. */
export function deletionsBy(page: VisitorPage): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') found.push(request.url());
  });
  return found;
}

/** Presses again before the first press can show. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });

/** Addresses that the page hands to the system (mailto:, tel:) or saves, caught on their way out. */
export async function catchLinks(page: VisitorPage): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const caught: string[] = [];
    Object.assign(window, { caughtLinks: caught });
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !/^(mailto|tel):/.test(link.href)) return;
      caught.push(link.href);
      event.preventDefault();
    });
  });
  return () => page.evaluate(() => Reflect.get(window, 'caughtLinks') as string[]);
}

export const clipboardOf = (page: VisitorPage) =>
  page.evaluate(() => navigator.clipboard.readText());

/** No sideways scrolling. */
export async function expectNoSidewaysScroll(page: VisitorPage): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
}

/** The text as it is broken into lines. */
export const linesOf = (element: Locator): Promise<string[]> =>
  element.evaluate((node) => {
    const found = new Map<number, string>();
    const letters = document.createRange();
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (let index = 0; index < text.length; index += 1) {
        letters.setStart(text, index);
        letters.setEnd(text, index + 1);
        const top = letters.getBoundingClientRect().top;
        found.set(top, (found.get(top) ?? '') + text.data[index]);
      }
    }
    return [...found.values()];
  });

/** A person's page is there before its code: React marks what it has hydrated. */
export const isHydrated = (page: VisitorPage): Promise<boolean> =>
  page.evaluate(() => {
    const link = document.querySelector('main li a');
    return link !== null && Object.keys(link).some((key) => key.startsWith('__reactProps'));
  });

/** Before that, a press on a person's page finds plain links and buttons that do nothing. */
export async function waitForHydration(page: VisitorPage): Promise<void> {
  await expect.poll(() => isHydrated(page)).toBe(true);
}

/** Presses Escape once the dialog has the focus: only then does it listen to keys. */
export async function pressEscapeIn(dialog: Locator): Promise<void> {
  await expect
    .poll(() => dialog.evaluate((node) => node.contains(document.activeElement)))
    .toBe(true);
  await dialog.page().keyboard.press('Escape');
}

/** What a response changes is drawn by then. */
export async function nextFrame(page: VisitorPage): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
