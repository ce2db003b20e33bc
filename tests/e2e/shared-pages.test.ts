import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, PHONE, type TestBrowser } from '#tests/support/browser.ts';
import { registerPerson } from '#tests/support/people.ts';
import { visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let used: Page;

test('a test may change a page in many ways', async () => {
  const person = await registerPerson(browser, { name: 'Nadia Haddad' });
  const page = await visit(browser, '/', {
    as: person,
    before: () => Object.assign(window, { isPatched: true }),
  });
  used = page;
  await page.evaluate(() => {
    localStorage.setItem('left', 'here');
    sessionStorage.setItem('left', 'here');
  });
  await page.route('**/features', (route) => route.abort());
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setViewportSize({ width: 700, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active', media: 'print' });
  await page.context().addCookies([{ name: 'left', value: 'here', url: browser.url }]);
  await page.evaluate(() => void window.open('/features'));
  page.problems.push('known');
  page.expectedProblems.push(/known|ERR_FAILED/);
});

test('the next test gets it as if it were new', async () => {
  const page = await visit(browser, '/features');
  expect(page).toBe(used);
  expect(await page.evaluate(() => Object.hasOwn(window, 'isPatched'))).toBe(false);
  const stored = () => [localStorage.getItem('left'), sessionStorage.getItem('left')];
  expect(await page.evaluate(stored)).toEqual([null, null]);
  expect(await page.context().cookies()).toEqual([]);
  expect(page.viewportSize()).toEqual(PHONE);
  const MEDIA = '(prefers-color-scheme: dark), (forced-colors: active), print';
  expect(await page.evaluate((query) => window.matchMedia(query).matches, MEDIA)).toBe(false);
  expect(await page.evaluate(() => window.confirm('Is anybody there?'))).toBe(false);
  expect(page.context().pages()).toEqual([page]);
  expect([page.problems, page.expectedProblems, page.toasts]).toEqual([[], [], []]);
});

const changed = new Set<Page>();

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['with a clock of its own', (page) => page.clock.install()],
  ['offline', (page) => page.context().setOffline(true)],
  ['closed', (page) => page.close()],
])('a page %s is not used again', async (_, change) => {
  const page = await visit(browser, '/features');
  expect(changed.has(page)).toBe(false);
  await change(page);
  changed.add(page);
});

test('nor is the last of them', async () => {
  expect(changed.has(await visit(browser, '/features'))).toBe(false);
});
