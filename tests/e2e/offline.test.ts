import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectProblems } from '#tests/support/forms.ts';
import { fillDirectory, namesShown, searchFor } from '#tests/support/search-page.ts';
import { visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
  await fillDirectory(browser);
});
afterAll(() => browser.close());

const badge = (page: VisitorPage) => page.getByRole('banner').getByRole('status');

/** The search box loads it as soon as it has the focus. */
async function loadCodeOfResults(page: VisitorPage) {
  await page.getByRole('searchbox').focus();
  const isLoaded = () =>
    page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const needed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
      return (
        loaded.some((url) => url.includes('/search-results-')) &&
        needed.every(({ href }) => loaded.includes(href))
      );
    });
  await expect.poll(isLoaded).toBe(true);
}

test('offline is shown at once, the last results stay, and the search goes on by itself', async () => {
  const page = await visit(browser, '/');
  await searchFor(page, 'maya');
  await page.getByRole('heading', { name: '2 results for “maya”' }).waitFor();
  const shown = await namesShown(page);
  await page.context().setOffline(true);
  await expect.poll(() => badge(page).textContent()).toBe('Offline');
  await searchFor(page, 'bruno');
  await page.getByText('You’re offline. These are your last results.').waitFor();
  expect(await namesShown(page)).toEqual(shown);
  expect(await page.getByText('No users found').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: '1 result for “bruno”' }).waitFor();
  expect(await page.getByText('You’re offline.').count()).toBe(0);
  await expect.poll(() => badge(page).textContent()).toBe('Online');
  expectProblems(page, /ERR_INTERNET_DISCONNECTED/);
});

test('a first search without a connection waits for it', async () => {
  const page = await visit(browser, '/');
  await loadCodeOfResults(page);
  await page.context().setOffline(true);
  await searchFor(page, 'maya');
  await page.getByText('You’re offline. We’ll search again when you’re back online.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: '2 results for “maya”' }).waitFor();
  expectProblems(page, /ERR_INTERNET_DISCONNECTED/);
});

test('a request without a response shows Offline before the next ping is due', async () => {
  const page = await visit(browser, '/', { pausedAt: new Date('2026-03-01T12:00:00') });
  await page.route('**/api/**', (route) => route.abort());
  await searchFor(page, 'maya');
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return badge(page).textContent();
    })
    .toBe('Offline');
  await page.unroute('**/api/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const heading = page.getByRole('heading', { name: '2 results for “maya”' });
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return heading.count();
    })
    .toBe(1);
  expectProblems(page, /ERR_FAILED/, /Failed to fetch/);
});
