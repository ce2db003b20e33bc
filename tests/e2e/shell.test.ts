import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, openBrowser, PHONE, type TestBrowser } from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import {
  carryOldSession,
  expectNoSidewaysScroll,
  expectToast,
  pressEscapeIn,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('the header on a desktop', () => {
  test('has the links for a visitor', async () => {
    const page = await visit(browser, '/features', { viewport: DESKTOP });
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: 'Payfolk, home' }).waitFor();
    const links = header.getByRole('navigation').getByRole('link');
    expect(await links.allTextContents()).toEqual(['Home', 'Features']);
    expect(await header.getByRole('link', { name: 'Features' }).getAttribute('aria-current')).toBe(
      'page',
    );
    expect(await header.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/auth');
    expect(await header.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe(
      '/auth?tab=register',
    );
    expect(await header.getByRole('button', { name: 'Menu' }).count()).toBe(0);
  });

  test('has the links for a member, and logs out', async () => {
    const person = await registerPerson(browser, { name: 'Nadia Haddad' });
    const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: /Account menu/ }).waitFor();
    expect(await header.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Home',
      'Features',
      'Add Person',
    ]);
    expect(await header.getByRole('link', { name: 'Log In' }).count()).toBe(0);
    await header.getByRole('button', { name: 'Account menu for Nadia Haddad' }).click();
    const menu = page.getByRole('menu');
    await menu.getByText(person.email).waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'Profile',
      'My Payment Methods',
      'My Contacts',
      'Log out',
    ]);
    await menu.getByRole('menuitem', { name: 'Log out' }).click();
    await expectToast(page, 'Logout successful', 'You have been logged out.');
    await page.waitForURL('**/auth');
    await header.getByRole('link', { name: 'Register' }).waitFor();
  });

  test('has the admin panel for an admin', async () => {
    const person = await registerPerson(browser, { name: 'Root Admin', isAdmin: true });
    const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
    await page.waitForURL('**/admin');
  });

  test('shows an error when logging out fails', async () => {
    const person = await registerPerson(browser, { name: 'Stuck Person' });
    const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expectToast(page, 'Logout failed', 'Please try again.', 'destructive');
    expect(await page.getByRole('button', { name: /Account menu/ }).count()).toBe(1);
    expectProblems(page, /500/);
  });
});

describe('the side sheet on a phone', () => {
  test('has the links for a visitor', async () => {
    const page = await visit(browser, '/');
    const button = page.getByRole('button', { name: 'Menu' });
    await button.click();
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await sheet.waitFor();
    expect(await sheet.getByRole('link').allTextContents()).toEqual([
      'Home',
      'Features',
      'Register',
      'Log In',
    ]);
    await pressEscapeIn(sheet);
    await sheet.waitFor({ state: 'detached' });
    await expectFocus(button);
  });

  test('has the links for an admin, and closes after a click', async () => {
    const person = await registerPerson(browser, { name: 'Phone Admin', isAdmin: true });
    const page = await visit(browser, '/', { as: person });
    await page.getByRole('button', { name: 'Menu' }).click();
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await sheet.getByText(person.email).waitFor();
    expect(await sheet.getByRole('link').allTextContents()).toEqual([
      'Home',
      'Features',
      'Add Person',
      'Profile',
      'My Payment Methods',
      'My Contacts',
      'Admin Panel',
    ]);
    await sheet.getByRole('button', { name: 'Log out' }).waitFor();
    await sheet.getByRole('link', { name: 'Features' }).click();
    await page.waitForURL('**/features');
    await sheet.waitFor({ state: 'detached' });
  });
});

describe.each(WIDTHS)('on a %s', (_name, viewport) => {
  test('the footer has the product name and leads to the pages about the site', async () => {
    const page = await visit(browser, '/', { viewport });
    const footer = page.getByRole('contentinfo');
    await footer.getByText(`© ${new Date().getFullYear()} Payfolk`).waitFor();
    for (const word of ['Terms', 'Privacy', 'Contact']) {
      const link = footer.getByRole('link', { name: word });
      expect(await link.getAttribute('href')).toBe(`/${word.toLowerCase()}`);
    }
  });

  test('an unknown URL shows a 404 with a link home', async () => {
    const page = await visit(browser, '/nobody-lives-here', { viewport });
    expectProblems(page, /404/);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await expect.poll(() => page.title()).toBe('404 Page Not Found · Payfolk');
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Go to Search' }).click();
    await page.getByPlaceholder('Search by name or username').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

test.each(['/add-person', '/contacts', '/profile', '/payment-accounts', '/admin'])(
  '%s waits for the session and then opens /auth',
  async (path) => {
    const page = await browser.newPage();
    await carryOldSession(page, browser.url);
    const release = await holdBack(page, '/api/user');
    await page.goto(path);
    await page.getByRole('main').getByText('Loading...').waitFor();
    release();
    await page.waitForURL('**/auth');
    expectProblems(page, /401/);
  },
);

test('the first Tab stop skips the header', async () => {
  const page = await visit(browser, '/', { viewport: PHONE });
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expectFocus(skip);
  expect((await skip.boundingBox())?.width).toBeGreaterThan(100);
});

test('a new screen starts at its top and gets the focus', async () => {
  const page = await visit(browser, '/', { viewport: DESKTOP });
  await page.getByRole('link', { name: 'Fix Desktop View' }).click();
  await page.getByRole('heading', { name: 'Fix Desktop View' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
