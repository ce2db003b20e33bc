import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  PHONE,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectFocus, expectProblems, stopClock } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import { pressEscapeIn, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
let member: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  for (let index = 0; index < 12; index += 1) {
    await registerPerson(browser, { name: `Long List ${index}`, handles: { venmo: '@longlist' } });
  }
  member = await registerPerson(browser, { name: 'Fo Cus' });
});
afterAll(() => browser.close());

const scrollOf = (page: VisitorPage) => page.evaluate(() => window.scrollY);

async function scrollTo(page: VisitorPage, y: number): Promise<void> {
  await page.evaluate((top) => {
    const scrolled = new Promise((resolve) => {
      window.addEventListener('scroll', resolve, { once: true });
    });
    window.scrollTo(0, top);
    return scrolled.then(() => undefined);
  }, y);
}

const firstLink = (page: VisitorPage) =>
  page.getByRole('banner').getByRole('link', { name: 'Features' });

test('Back returns to where the results were scrolled to', async () => {
  const page = await visit(browser, '/?search=long+list', { viewport: DESKTOP });
  await page.getByRole('article').nth(11).waitFor();
  await scrollTo(page, 900);
  await firstLink(page).evaluate((link: HTMLElement) => link.click());
  await page.getByRole('heading', { name: 'How It Works' }).waitFor();
  await expect.poll(() => scrollOf(page)).toBe(0);
  await page.goBack();
  await page.getByRole('article').nth(11).waitFor();
  await expect.poll(() => scrollOf(page)).toBe(900);
});

test('Back waits for results that are loaded again', async () => {
  const page = await visit(browser, '/?search=long+list', { viewport: DESKTOP });
  await page.getByRole('article').nth(11).waitFor();
  await scrollTo(page, 900);
  await firstLink(page).evaluate((link: HTMLElement) => link.click());
  await page.getByRole('heading', { name: 'How It Works' }).waitFor();
  // As after a minute, when the results have left the cache.
  await page.route('**/api/users/search?**', async (route) => {
    await page.getByRole('status').filter({ hasText: 'Searching...' }).waitFor();
    await route.continue();
  });
  await page.clock.install();
  await page.clock.fastForward(120_000);
  await page.goBack();
  await page.getByRole('article').nth(11).waitFor();
  await expect.poll(() => scrollOf(page)).toBe(900);
});

test('letters typed just before Back do not come back', async () => {
  const page = await visit(browser, '/');
  await page.getByRole('searchbox').fill('long');
  await page.waitForURL('**/?search=long');
  await page.getByRole('button', { name: 'Venmo', exact: true }).click();
  await page.waitForURL('**/?search=long&platform=venmo');
  await stopClock(page);
  await page.getByRole('searchbox').fill('long list');
  await page.goBack();
  await page.waitForURL('**/?search=long');
  await page.clock.runFor(1_000);
  expect(new URL(page.url()).search).toBe('?search=long');
  expect(await page.getByRole('searchbox').inputValue()).toBe('long');
});

test('a link of the side sheet leaves the focus to the new screen', async () => {
  const page = await visit(browser, '/', { viewport: PHONE });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await sheet.getByRole('link', { name: 'Features' }).click();
  await sheet.waitFor({ state: 'detached' });
  await expectFocus(page.locator('main'));
});

test('closing the side sheet gives the focus back to its button', async () => {
  const page = await visit(browser, '/', { viewport: PHONE });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await sheet.waitFor();
  await pressEscapeIn(sheet);
  await sheet.waitFor({ state: 'detached' });
  await expectFocus(menu);
});

/** Desktop browsers have no such Back: its event is requested from the real watchers. */
async function recordWatchers(page: VisitorPage) {
  await page.evaluate(() => {
    interface Watcher {
      requestClose(): void;
      destroy(): void;
    }
    const RealWatcher: new () => Watcher = Reflect.get(globalThis, 'CloseWatcher' as string);
    const watchers = new Set<Watcher>();
    class RecordedWatcher extends RealWatcher {
      constructor() {
        super();
        watchers.add(this);
      }
      override destroy() {
        watchers.delete(this);
        super.destroy();
      }
    }
    const goBack = () => {
      const last = [...watchers].at(-1);
      // A watcher closes once.
      if (last) watchers.delete(last);
      last?.requestClose();
      return last !== undefined;
    };
    Object.assign(window, { CloseWatcher: RecordedWatcher, goBack });
  });
  return () => page.evaluate(() => Reflect.get(window, 'goBack')() as boolean);
}

test('Back on a phone closes what is open, and then leaves the screen', async () => {
  const page = await visit(browser, '/', { viewport: PHONE, as: member });
  const goBack = await recordWatchers(page);
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await sheet.waitFor();
  await expect.poll(goBack).toBe(true);
  await sheet.waitFor({ state: 'detached' });
  await expectFocus(menu);

  await menu.click();
  await sheet.getByRole('link', { name: 'My Contacts' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await goBack()).toBe(false);
});

test('Back on a phone works again after a dialog refused it while it was sending', async () => {
  const page = await visit(browser, '/?search=long+list', { viewport: PHONE });
  const goBack = await recordWatchers(page);
  await page.getByRole('button', { name: 'Report Long List 0' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this page' });
  await dialog.getByRole('radio').first().click();
  let fail = () => {};
  const hasFailed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/reports', async (route) => {
    await hasFailed;
    await route.fulfill({ status: 500, body: '' });
  });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByRole('button', { name: 'Sending...' }).waitFor();
  await expect.poll(goBack).toBe(true);
  fail();
  await dialog.getByText('Could not send your report. Please try again.').waitFor();
  await expect.poll(goBack).toBe(true);
  await dialog.waitFor({ state: 'detached' });
  expectProblems(page, /500/);
});

test('an entry of the avatar menu leaves the focus to the new screen', async () => {
  const page = await visit(browser, '/', { viewport: DESKTOP, as: member });
  await page.getByRole('button', { name: 'Account menu for' }).click();
  const entry = page.getByRole('menuitem', { name: 'My Contacts' });
  await entry.click();
  await entry.waitFor({ state: 'detached' });
  await expectFocus(page.locator('main'));
});

test('the tour leaves the focus on the screen', async () => {
  const page = await visit(browser, '/', { isFirstVisit: true });
  const tour = page.getByRole('dialog');
  await tour.getByRole('button', { name: 'Skip' }).click();
  await tour.waitFor({ state: 'detached' });
  await expectFocus(page.locator('main'));
});

test('the first Tab stop has room around its words', async () => {
  const page = await visit(browser, '/');
  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: 'Skip to content' });
  await expectFocus(link);
  expect(await link.evaluate((node) => getComputedStyle(node).padding)).toBe('12px 16px');
});
