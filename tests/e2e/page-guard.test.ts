import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { expectProblems, holdBack } from '#tests/support/forms.ts';
import { visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const ENTRY = '/assets/index-*.js';
const NOTE = 'This page did not load completely. Reload';

test('a page whose code fails to load has links that work, and forms that do not', async () => {
  const page = await visit(browser, '/');
  await page.route(`**${ENTRY}`, (route) => route.abort());
  await page.evaluate(() => window.location.assign('/auth'));
  await page.getByRole('alert').filter({ hasText: NOTE }).waitFor();
  const email = page.locator('input[type="email"]');
  expect(await email.evaluate((field) => field.closest('[inert]') !== null)).toBe(true);
  await page.unroute(`**${ENTRY}`);
  await page.getByRole('link', { name: 'Payfolk, home' }).click();
  await page.getByRole('searchbox').waitFor();
  expectProblems(page, /ERR_FAILED/);
});

test('a page whose code is late can be used when it comes', async () => {
  const page = await visit(browser, '/');
  await page.clock.install();
  const letGo = await holdBack(page, ENTRY);
  const opening = page.goto('/auth', { waitUntil: 'commit' });
  await page.locator('#root[inert] footer').waitFor();
  const note = page.getByRole('alert').filter({ hasText: NOTE });
  await expect
    .poll(async () => {
      await page.clock.runFor(20_000);
      return note.count();
    })
    .toBe(1);
  letGo();
  await opening;
  await note.waitFor({ state: 'detached' });
  await page.getByLabel('Email').fill('late@example.com');
});
