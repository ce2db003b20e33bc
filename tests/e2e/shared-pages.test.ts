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

const used: Page[] = [];
const changed = new Set<Page>();

test('a page that a test uses in many ways', async () => {
  const person = await registerPerson(browser, { name: 'Nadia Haddad' });
  const page = await visit(browser, '/', {
    as: person,
    leavesSite: true,
    before: () => Object.assign(window, { isPatched: true }),
  });
  used.push(page);
  await page.evaluate(() => {
    localStorage.setItem('left', 'here');
    sessionStorage.setItem('left', 'here');
  });
  await page.route('**/auth', (route) => route.abort());
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setViewportSize({ width: 700, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active', media: 'print' });
  await page.context().addCookies([{ name: 'left', value: 'here', url: browser.url }]);
  const opening = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/features'));
  await opening;
  page.problems.push('known');
  page.expectedProblems.push(/known/);
});

test('is as new for the next one', async () => {
  const page = await visit(browser, '/auth');
  expect(page).toBe(used[0]);
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

test('another host does not resolve', async () => {
  const page = await visit(browser, '/features');
  await expect(page.goto('https://outside.example/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['with a clock of its own', (page) => page.clock.install()],
  ['offline', (page) => page.context().setOffline(true)],
  ['with a function of the test', (page) => page.exposeFunction('ask', () => 1)],
  ['controlled by a CDP session', (page) => page.context().newCDPSession(page)],
  ['with a second page beside it', (page) => page.context().newPage()],
  ['closed', (page) => page.close()],
])('a page %s is not used again', async (_, change) => {
  const page = await visit(browser, '/features');
  expect(changed.has(page)).toBe(false);
  await change(page);
  changed.add(page);
});

test('a changed page is not used by the last test either', async () => {
  expect(changed.has(await visit(browser, '/features'))).toBe(false);
});
