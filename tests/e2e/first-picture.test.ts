import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectProblems } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import { visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Opens an address with its code delayed, and returns a function that lets it load. */
async function openWithoutCode(page: VisitorPage, address: string) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  // On a busy machine the test may take longer than its patience.
  await page.route('**/page-guard.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  const opening = page.goto(address, { waitUntil: 'commit' });
  await page.locator('#root[inert] footer').waitFor();
  return async () => {
    letGo();
    await opening;
  };
}

/** Position and size of every visible element that is not animated, once styles and fonts are in. */
const layoutOf = async (page: VisitorPage) => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
      ({ sheet }) => sheet !== null,
    ),
  );
  return page.evaluate(async () => {
    // Fonts only start loading with the first layout that needs them.
    document.body.getBoundingClientRect();
    await document.fonts.ready;
    return [...document.querySelectorAll('#root :not(.animate-spin)')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
      .map(({ element, box }) => `${element.tagName} ${box.x} ${box.y} ${box.width} ${box.height}`);
  });
};

describe.each(WIDTHS)('on a %s', (_, viewport) => {
  test.each([
    ['/', 'The easiest way to pay and get paid'],
    ['/features', 'How It Works'],
    ['/auth', 'Welcome back'],
    ['/auth?tab=register', 'Get found, get paid'],
    ['/forgot-password', 'Forgot your password?'],
  ])(
    '%s is shown before its code has loaded, and nothing moves after',
    async (address, heading) => {
      // A phone does not show Fix Desktop View, which only the browser can decide.
      const page = await visit(browser, '/', { viewport, userAgent: 'Mobile' });
      const letGo = await openWithoutCode(page, address);
      await page.locator('h1', { hasText: heading }).waitFor();
      const before = await layoutOf(page);
      await letGo();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await layoutOf(page)).toEqual(before);
    },
  );

  test('a member’s page shows a spinner and the header meanwhile', async () => {
    const member = await registerPerson(browser, { name: `Pa Tient ${viewport.width}` });
    const page = await visit(browser, '/', { viewport, as: member });
    const letGo = await openWithoutCode(page, '/contacts');
    await page.locator('main [role="status"]', { hasText: 'Loading...' }).waitFor();
    await letGo();
    await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor();
  });

  test('My Account shows the member before its code has loaded, and nothing moves after', async () => {
    const handles = { venmo: '@ea-rly', cashapp: '$early' };
    const member = await registerPerson(browser, { name: `Ea Rly ${viewport.width}`, handles });
    const page = await visit(browser, '/', { viewport, as: member });
    const letGo = await openWithoutCode(page, '/profile');
    await page.locator('h1', { hasText: 'My Account' }).waitFor();
    await page.locator('main p', { hasText: `${member.name} · ${member.email}` }).waitFor();
    const name = page.locator('input[name="name"]');
    expect(await name.inputValue()).toBe(member.name);
    expect(await page.locator('a', { hasText: `/@${member.username}` }).textContent()).toContain(
      `${new URL(browser.url).host}/@${member.username}`,
    );
    const before = await layoutOf(page);
    await letGo();
    await page.locator('#root:not([inert])').waitFor();
    expect(await name.inputValue()).toBe(member.name);
    expect(await layoutOf(page)).toEqual(before);
  });
});

test('nothing can be focused before the code has loaded', async () => {
  const page = await visit(browser, '/');
  const letGo = await openWithoutCode(page, '/auth');
  const isFocused = await page.locator('input[type="email"]').evaluate((field: HTMLElement) => {
    field.focus();
    return document.activeElement === field;
  });
  expect(isFocused).toBe(false);
  await letGo();
  await page.getByLabel('Email').fill('half@example.com');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('tab', { name: 'Log In' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe('half@example.com');
});

test('a screen whose code fails to load shows an error', async () => {
  const page = await visit(browser, '/');
  await page.route('**/assets/auth-*.js', (route) => route.abort());
  await page.goto('/auth');
  await page.getByRole('alert').getByText('This screen did not load').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Payfolk, home' }).click();
  await page.getByRole('searchbox').waitFor();
  // 422: React renders on the client what it could not hydrate.
  const expected = [/ERR_FAILED/, /dynamically imported module/, /Unhandled error/, /#422/];
  expectProblems(page, ...expected);
});

test('a form loads its validation when a field gets the focus', async () => {
  const page = await visit(browser, '/');
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/auth');
  expect(scripts.some((path) => path.startsWith('/assets/rules-'))).toBe(false);
  const rules = page.waitForRequest('**/assets/rules-*.js');
  await page.getByLabel('Email').focus();
  await rules;
});

test('a form whose validation fails to load shows the errors of the server', async () => {
  const page = await visit(browser, '/');
  await page.route('**/assets/rules-*.js', (route) => route.abort());
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nonsense');
  await page.getByLabel('Password', { exact: true }).fill('whatever it was');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('main').getByText('Please enter a valid email address').waitFor();
  expectProblems(page, /ERR_FAILED/, /400/);
});
