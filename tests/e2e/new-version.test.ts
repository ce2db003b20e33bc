import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectProblems } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import { visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const DEPLOYED = /^index-Deployed$/;
const MISSING = { status: 404, body: '' };

/** From now on the server has another build than the page. */
async function deploy(page: VisitorPage): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'x-client-build': 'index-Deployed' };
    await route.fulfill({ response, headers });
  });
}

/** The page asks the server as soon as it is looked at again, unless it is just asking. */
async function notice(page: VisitorPage, build: RegExp): Promise<void> {
  const pinged = page.waitForResponse(
    (response) =>
      response.url().includes('/api/keep-alive?') &&
      build.test(response.headers()['x-client-build'] ?? ''),
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await pinged).finished();
  await page.getByRole('banner').getByRole('status', { name: 'Server Online' }).waitFor();
}

const mark = (page: VisitorPage) => page.evaluate(() => void Object.assign(window, { mark: 1 }));
const isMarked = (page: VisitorPage) => page.evaluate(() => Reflect.has(window, 'mark'));

test.each(['/api/keep-alive', '/api/nothing-here', '/healthz', '/', '/favicon.svg'])(
  '%s names the build of the page',
  async (path) => {
    const page = await (await fetch(browser.url)).text();
    const build = (await fetch(browser.url + path)).headers.get('x-client-build');
    expect(build).toMatch(/^index-/);
    expect(page).toContain(`src="/assets/${build}.js"`);
  },
);

test('an open tab reloads with the next navigation, once', async () => {
  const page = await visit(browser, '/features', { viewport: DESKTOP });
  const header = page.getByRole('banner');
  await deploy(page);
  await notice(page, DEPLOYED);
  await mark(page);
  const reloaded = page.waitForEvent('load');
  await header.getByRole('link', { name: 'Home', exact: true }).click();
  await reloaded;
  await page.getByRole('searchbox').waitFor();
  expect(await isMarked(page)).toBe(false);
  // Another server may still have the old build: the page does not reload for ever.
  await notice(page, DEPLOYED);
  await mark(page);
  await header.getByRole('link', { name: 'Features' }).click();
  await page.getByRole('heading', { name: 'How It Works' }).waitFor();
  expect(await isMarked(page)).toBe(true);
});

test('a tab with the build of the server does not reload', async () => {
  const page = await visit(browser, '/features', { viewport: DESKTOP });
  await notice(page, /^index-/);
  await mark(page);
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('searchbox').waitFor();
  expect(await isMarked(page)).toBe(true);
});

test('a screen whose code is gone is shown by the new version', async () => {
  const page = await visit(browser, '/', { viewport: DESKTOP });
  await deploy(page);
  let isReloading = false;
  page.on('request', (request) => {
    isReloading ||= request.isNavigationRequest();
  });
  await page.route('**/assets/auth-*.js', (route) =>
    isReloading ? route.continue() : route.fulfill(MISSING),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(isReloading).toBe(true);
  expectProblems(page, /404/, /dynamically imported module/, /Unhandled error/, /preload/i);
});

test('a dialog whose code is gone offers to reload, and what was typed is kept', async () => {
  const member = await registerPerson(browser, { name: 'Vera Sion' });
  const page = await visit(browser, '/profile', { viewport: DESKTOP, as: member });
  await page.getByLabel('Website').fill('https://typed.example');
  await deploy(page);
  await page.route('**/assets/visitor-dialog-*.js', (route) => route.fulfill(MISSING));
  await page.getByRole('button', { name: 'View as Visitor' }).click();
  const line = page.getByRole('alert').filter({ hasText: 'A new version is ready.' });
  await line.waitFor();
  expect(await page.getByLabel('Website').inputValue()).toBe('https://typed.example');
  await mark(page);
  const reloaded = page.waitForEvent('load');
  await line.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect.poll(() => page.getByLabel('Website').inputValue()).toBe('https://typed.example');
  expect(await isMarked(page)).toBe(false);
  expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toBeNull();
  expectProblems(page, /404/, /failed to load/, /preload/i);
});
