import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import {
  expectFocus,
  expectProblems,
  holdBack,
  stopClock,
  tickUntil,
} from '#tests/support/forms.ts';
import { linkMailedTo } from '#tests/support/outbox.ts';
import {
  endSessionsBefore,
  logIn,
  type RegisteredPerson,
  registerPerson,
} from '#tests/support/people.ts';
import { expectToast, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
let person: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  person = await registerPerson(browser, { name: 'Sess Ion', handles: { venmo: '@sess-ion' } });
});
afterAll(() => browser.close());

const LOGGED_OUT_WITH_DRAFT =
  'Your session has ended. Please log in to continue. What you typed is kept.';

const fillLogin = (page: VisitorPage) => logIn(page, person);

describe('screens for members', () => {
  test.each([
    '/add-person',
    '/contacts',
    '/profile?tab=venmo',
    '/profile/security',
    '/payment-accounts',
    '/admin',
  ])('%s redirects a visitor to /auth and back after the login', async (address) => {
    const page = await visit(browser, address, { viewport: DESKTOP });
    await page.waitForURL('**/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByRole('tab', { name: 'Log In' }).click();
    await fillLogin(page);
    await page.waitForURL((url) => url.pathname + url.search === address);
    await expectToast(page, 'Login successful', 'Welcome back, Sess Ion.');
    expectProblems(page, ...(address === '/admin' ? [/403/] : []));
  });

  test('show a spinner while the session loads', async () => {
    const page = await visit(browser, '/', { as: person });
    const letGo = await holdBack(page, '/api/user');
    await page.goto('/contacts');
    await page.getByRole('main').getByText('Loading...').waitFor();
    letGo();
    await page.getByRole('heading', { name: 'My Contacts' }).waitFor();
  });

  test.each([
    ['/', ['link']],
    ['/contacts', ['link']],
    ['/profile', []],
  ])(
    '%s requests the session with the page and only once, or has it in the page',
    async (address, expected) => {
      const page = await visit(browser, address, { viewport: DESKTOP, as: person });
      await page.getByRole('button', { name: /Account menu/ }).waitFor();
      const requests = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('/api/user'))
          .map(({ initiatorType }) => initiatorType),
      );
      expect(requests).toEqual(expected);
    },
  );

  test.each(['/', '/features', '/payment-accounts', '/profile'])(
    '%s hydrates without an error when the session loads during hydration',
    async (address) => {
      const page = await visit(browser, address, {
        viewport: DESKTOP,
        // React schedules its work with messages: delaying them is like a busy machine.
        before: () => {
          const { postMessage } = MessagePort.prototype;
          MessagePort.prototype.postMessage = function (message: unknown) {
            setTimeout(() => postMessage.call(this, message), 60);
          };
        },
        as: person,
      });
      await page.getByRole('button', { name: /Account menu/ }).waitFor();
      await page.locator('main h1').waitFor();
    },
  );

  test('a session that fails to load counts as none', async () => {
    const page = await visit(browser, '/', { as: person });
    await page.route('**/api/user', (route) => route.abort());
    await page.goto('/contacts');
    await page.waitForURL('**/auth');
    expectProblems(page, /ERR_FAILED/);
  });
});

test('a visitor returns to their search by way of Register and a forgotten password', async () => {
  const page = await visit(browser, '/?search=nobody%2526', { viewport: DESKTOP });
  const address = page.url();
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Log In' }).click();
  await page.getByLabel('Email').waitFor();
  await header.getByRole('link', { name: 'Register' }).click();
  await page.getByRole('tab', { name: 'Register', selected: true }).waitFor();
  await header.getByRole('link', { name: 'Log In' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await fillLogin(page);
  await page.waitForURL(address);
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('nobody%26');
});

describe('logging out', () => {
  test('clears the member and opens /auth after 100 ms', async () => {
    const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
    await page.getByRole('button', { name: 'Account menu for Sess Ion' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    await stopClock(page);
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await tickUntil(page, page.getByRole('banner').getByRole('link', { name: 'Log In' }));
    expect(new URL(page.url()).pathname).toBe('/');
    await page.clock.runFor(100);
    await page.waitForURL('**/auth');
    await page.clock.resume();
    await expectToast(page, 'Logout successful', 'You have been logged out.');
  });

  test('on a screen for members makes the next login open the home page', async () => {
    const page = await visit(browser, '/profile', { viewport: DESKTOP, as: person });
    await page.getByRole('button', { name: 'Account menu for Sess Ion' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/auth');
    await expect.poll(() => page.evaluate(() => history.state?.returnTo)).toBeUndefined();
    await fillLogin(page);
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('leaves no data of the member on the page', async () => {
    const page = await visit(browser, '/profile?tab=venmo', { viewport: DESKTOP, as: person });
    await page.getByText('Visible to visitors').waitFor();
    await page.getByRole('button', { name: 'Account menu for Sess Ion' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/auth');
    const other = await registerPerson(browser, { name: 'Some Body Else' });
    await page.getByLabel('Email').fill(other.email);
    await page.getByLabel('Password', { exact: true }).fill(other.password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('button', { name: 'Account menu for Some Body Else' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('tab', { name: 'Venmo' }).click();
    await page.getByText('Visitors do not see Venmo on your card').waitFor();
    expect(await page.getByLabel('Venmo username').inputValue()).toBe('');
  });
});

describe('a session that ended elsewhere', () => {
  test('shows a message at the next change, and the login leads back', async () => {
    const page = await visit(browser, '/profile', { viewport: DESKTOP, as: person });
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Sess Ion');
    await endSessionsBefore(browser, page);
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await page.waitForURL('**/auth');
    await expectToast(
      page,
      'You have been logged out',
      'Your session has ended. Please log in to continue.',
      'destructive',
    );
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).waitFor();
    await fillLogin(page);
    await page.waitForURL('**/profile');
    expectProblems(page, /401/);
  });

  test('shows a message when a screen loads its data', async () => {
    const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
    await endSessionsBefore(browser, page, (request) => request.url().endsWith('/api/contacts'));
    await page.getByRole('button', { name: 'Account menu for Sess Ion' }).click();
    await page.getByRole('menuitem', { name: 'My Contacts' }).click();
    await page.waitForURL('**/auth');
    await expectToast(
      page,
      'You have been logged out',
      'Your session has ended. Please log in to continue.',
      'destructive',
    );
    expectProblems(page, /401/);
  });

  test.each(WIDTHS)('keeps the search through the login, on a %s', async (width, viewport) => {
    const found = await registerPerson(browser, {
      name: 'Found Again',
      screenName: `Found ${width}`,
      handles: { venmo: '@found-again' },
    });
    const page = await visit(browser, '/', { viewport, as: person });
    await page.getByRole('searchbox').fill(found.username);
    await page.getByRole('button', { name: 'Venmo' }).first().click();
    const save = page.getByRole('button', { name: `Save Found ${width}`, exact: true });
    await save.waitFor();
    const address = page.url();
    await endSessionsBefore(browser, page);
    await save.click();
    await expectToast(page, 'You have been logged out', /Please log in/, 'destructive');
    if (width === 'phone') {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
    }
    await page.getByRole('link', { name: 'Log In' }).click();
    await fillLogin(page);
    await page.waitForURL(address);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(found.username);
    await save.waitFor();
    expectProblems(page, /401/);
  });

  test('is ended by a reset in another browser', async () => {
    const member = await registerPerson(browser, { name: 'Two Browsers' });
    const here = await visit(browser, '/payment-accounts', { viewport: DESKTOP, as: member });
    await here.getByLabel('Cash App username').fill('$two-browsers');

    const there = await visit(browser, '/forgot-password');
    await there.getByLabel('Email').fill(member.email);
    await there.getByRole('button', { name: 'Send reset link' }).click();
    await there.getByRole('heading', { name: 'Check your email' }).waitFor();
    await there.goto(await linkMailedTo(browser, member.email, 'Reset'));
    const password = 'battery staple correct';
    await there.getByLabel('New Password', { exact: true }).fill(password);
    await there.getByLabel('Confirm New Password', { exact: true }).fill(password);
    await there.getByRole('button', { name: 'Reset password' }).click();
    await there.getByRole('heading', { name: 'Password Reset Complete' }).waitFor();

    await here.getByRole('button', { name: 'Save Cash App' }).click();
    await here.waitForURL('**/auth');
    await expectToast(here, 'You have been logged out', LOGGED_OUT_WITH_DRAFT, 'destructive');
    await logIn(here, member);
    await expectToast(here, 'Login failed', 'Invalid email or password', 'destructive');
    await logIn(here, { ...member, password });
    await here.waitForURL('**/payment-accounts');
    await expect
      .poll(() => here.getByLabel('Cash App username').inputValue())
      .toBe('$two-browsers');
    expectProblems(here, /401/);
  });
});

describe('after another tab logged in as somebody else', () => {
  async function openTab(address: string, name: string) {
    const shown = await registerPerson(browser, { name });
    const other = await registerPerson(browser, { name: `Not ${name}` });
    const page = await visit(browser, address, { viewport: DESKTOP, as: shown });
    const menu = page.getByRole('button', { name: `Account menu for ${name}` });
    await menu.waitFor();
    return { page, shown, other, menu };
  }

  test('a save changes nobody, and waits for the login of the member it is from', async () => {
    const { page, shown, other } = await openTab('/profile?tab=cashapp', 'Sa Ving');
    const field = page.getByLabel('Cash App username');
    await field.fill('$firsttab');
    await browser.signIn(page, other);
    await page.getByRole('button', { name: 'Save Cash App' }).click();
    await page.waitForURL('**/auth');
    await expectToast(page, 'You have been logged out', LOGGED_OUT_WITH_DRAFT, 'destructive');
    const { rows } = await browser.pool.query(
      'SELECT username FROM payment_accounts WHERE user_id = ANY($1)',
      [[shown.id, other.id]],
    );
    expect(rows).toEqual([]);
    await logIn(page, shown);
    await page.waitForURL('**/profile?tab=cashapp');
    await expect.poll(() => field.inputValue()).toBe('$firsttab');
    expectProblems(page, /401/);
  });

  // My Account has its user in the page, other screens request it.
  test.each([
    ['/', 'Rea Ding'],
    ['/profile', 'Rea Der'],
  ])('%s leads to nothing of the other member', async (address, name) => {
    const { page, other, menu } = await openTab(address, name);
    await browser.signIn(page, other);
    await menu.click();
    await page.getByRole('menuitem', { name: 'My Contacts' }).click();
    await page.waitForURL('**/auth');
    expectProblems(page, /401/);
  });
});

describe('the devices of a member', () => {
  const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

  test('are listed and signed out one by one or all at once', async () => {
    const member = await registerPerson(browser, { name: 'Many Devices' });
    const there = await visit(browser, '/auth', { userAgent: IPHONE });
    await logIn(there, member);
    await there.waitForURL((url) => url.pathname === '/');
    const here = await visit(browser, '/auth', { viewport: DESKTOP, userAgent: LINUX });
    await logIn(here, member);
    await here.waitForURL((url) => url.pathname === '/');

    await here.goto('/profile/security');
    const rows = here.getByRole('list', { name: 'Devices signed in' }).getByRole('listitem');
    const everywhere = here.getByRole('button', { name: 'Sign out everywhere else' });
    await everywhere.waitFor();
    // The third registered with a program.
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.nth(0).textContent()).toMatch(
      /^Firefox on Linux\s*This device\s*Signed in \w+ \d+, \d+:\d\d [AP]M · active now127\.0\.0\.1$/,
    );
    expect(await rows.nth(0).getByRole('button').count()).toBe(0);
    await expectAccessibleInEveryLook(here);

    await here.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
    await expectToast(here, 'Device Signed Out', 'Safari on iPhone is signed out.');
    await expect.poll(() => rows.count()).toBe(2);
    await expectFocus(here.getByRole('heading', { name: 'Devices signed in' }));
    await there.goto('/profile');
    await there.waitForURL('**/auth');

    await everywhere.click();
    await expectToast(here, 'Signed Out Everywhere Else', 'Only this device is still signed in.');
    await expect.poll(() => rows.count()).toBe(1);
    await everywhere.waitFor({ state: 'detached' });
    await here.reload();
    await rows.getByText('This device').waitFor();
    expectProblems(here);
    expectProblems(there, /401/);
  });

  test('that are signed out elsewhere meanwhile leave the list', async () => {
    const member = await registerPerson(browser, { name: 'Gone Device' });
    const page = await visit(browser, '/profile/security', { viewport: DESKTOP, as: member });
    const rows = page.getByRole('list', { name: 'Devices signed in' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    await browser.pool.query('DELETE FROM sessions WHERE user_id = $1 AND device IS NOT NULL', [
      member.id,
    ]);
    await rows.getByRole('button').click();
    await expectToast(page, 'Sign Out Failed', 'There is no such session.', 'destructive');
    await expect.poll(() => rows.count()).toBe(1);
    expectProblems(page, /404/);
  });
});

test('a screen whose code fails to load shows an error and can be retried', async () => {
  const page = await visit(browser, '/', { viewport: DESKTOP });
  await page.route('**/assets/auth-*.js', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  const error = page.getByRole('alert').getByText('This screen did not load');
  await error.waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('searchbox').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await error.waitFor();
  await page.unroute('**/assets/auth-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Email').waitFor();
  expectProblems(page, /ERR_FAILED/, /dynamically imported module/, /Unhandled error/);
});
