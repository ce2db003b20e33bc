import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '#tests/support/axe.ts';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import {
  expectFieldError,
  expectFieldFine,
  expectFocus,
  expectProblems,
  fillAndLeave,
  holdBack,
} from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import { twoColoredPicture } from '#tests/support/picture-files.ts';
import { expectNoSidewaysScroll, expectToast, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openLogin(options: Parameters<typeof visit>[2] = {}) {
  const page = await visit(browser, '/auth', options);
  const form = {
    page,
    email: page.getByLabel('Email'),
    password: page.getByLabel('Password', { exact: true }),
    submit: page.getByRole('button', { name: 'Log In' }),
  };
  await form.email.waitFor();
  return form;
}

describe('the tabs', () => {
  test('Log In is the default; ?tab=register opens Register', async () => {
    const page = await visit(browser, '/auth');
    const logIn = page.getByRole('tab', { name: 'Log In' });
    const register = page.getByRole('tab', { name: 'Register' });
    expect(await logIn.getAttribute('aria-selected')).toBe('true');
    await page.goto('/auth?tab=register');
    await register.waitFor();
    expect(await register.getAttribute('aria-selected')).toBe('true');
    await page.goto('/auth?tab=something');
    await logIn.waitFor();
    expect(await logIn.getAttribute('aria-selected')).toBe('true');
  });

  test('change the URL and keep the typed text', async () => {
    const { page, email } = await openLogin();
    await email.fill('half@typed');
    await page.getByRole('tab', { name: 'Register' }).click();
    expect(new URL(page.url()).search).toBe('?tab=register');
    await page.getByLabel('Name', { exact: true }).fill('June Park');
    await page.getByRole('tab', { name: 'Log In' }).click();
    expect(new URL(page.url()).search).toBe('');
    expect(await email.inputValue()).toBe('half@typed');
    await page.getByRole('tab', { name: 'Register' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('June Park');
  });
});

describe('logging in', () => {
  test('a field is checked when it loses focus, and then while typing', async () => {
    const { email, password, submit } = await openLogin();
    await email.pressSequentially('june@');
    await expectFieldFine(email);
    await email.blur();
    await expectFieldError(email, 'Please enter a valid email address');
    await email.pressSequentially('example.com');
    await expectFieldFine(email);
    await email.fill('');
    await submit.click();
    await expectFieldError(email, 'Please enter a valid email address');
    await expectFieldError(password, 'Password is required');
    await expectFocus(email);
  });

  test('shows that it is busy, then a toast, and opens the home page', async () => {
    const person = await registerPerson(browser, { name: 'June Park' });
    const { page, email, password, submit } = await openLogin({ viewport: DESKTOP });
    const letGo = await holdBack(page, '/api/login');
    await email.fill(person.email.toUpperCase());
    await password.fill(person.password);
    await submit.click();
    const busy = page.getByRole('button', { name: 'Logging in...' });
    await busy.waitFor();
    expect(await busy.getAttribute('aria-busy')).toBe('true');
    letGo();
    await page.waitForURL('**/');
    await expectToast(page, 'Login successful', 'Welcome back, June Park.');
    await page.getByRole('button', { name: 'Account menu for June Park' }).waitFor();
  });

  test('shows the message of the server', async () => {
    const { page, email, password, submit } = await openLogin();
    await email.fill('nobody@example.com');
    await password.fill('some password');
    await submit.click();
    await expectToast(page, 'Login failed', 'Invalid email or password', 'destructive');
    expect(new URL(page.url()).pathname).toBe('/auth');
    expect(await password.inputValue()).toBe('some password');
    expectProblems(page, /401/);
  });

  test.each([
    ['an answer without a sentence', 'Login failed', { status: 500, body: '<h1>Oops</h1>' }],
    ['no answer at all', 'Unknown error', undefined],
  ])('%s', async (_, words, answer) => {
    const { page, email, password, submit } = await openLogin();
    await page.route('**/api/login', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await email.fill('june@example.com');
    await password.fill('some password');
    await submit.click();
    await expectToast(page, 'Login failed', words, 'destructive');
    expectProblems(page, /500/, /Failed to fetch/, /ERR_FAILED/);
  });

  test('works with the keyboard only, and with password managers', async () => {
    const person = await registerPerson(browser, { name: 'Key Board' });
    const { page, email, password } = await openLogin();
    expect(await email.getAttribute('autocomplete')).toBe('username webauthn');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    await email.focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('button', { name: 'Show password' }));
    await page.keyboard.press('Space');
    expect(await password.getAttribute('type')).toBe('text');
    await page.keyboard.press('Space');
    expect(await password.getAttribute('type')).toBe('password');
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Forgot your password?' }));
    await password.press('Enter');
    await page.waitForURL('**/');
  });

  test('links to the forgotten password page', async () => {
    const { page } = await openLogin();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL('**/forgot-password');
  });

  test('keeps a typed email on the other tab and the forgotten password page, and not in the address', async () => {
    const { page, email } = await openLogin();
    await email.fill('kept@example.com');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Create account' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('kept@example.com');
    await page.getByRole('tab', { name: 'Log In' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL('**/forgot-password');
    expect(await page.getByLabel('Email').inputValue()).toBe('kept@example.com');
    await page.getByLabel('Email').fill('other@example.com');
    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.waitForURL('**/auth');
    expect(await email.inputValue()).toBe('other@example.com');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL('**/forgot-password');
    await page.goBack();
    await expect.poll(() => email.inputValue()).toBe('other@example.com');
    expect(await page.evaluate(() => JSON.stringify([history.state, location.href]))).not.toContain(
      'example.com',
    );
  });

  test('forgets a typed email once somebody has logged in', async () => {
    const person = await registerPerson(browser, { name: 'Typed Email' });
    const { page, email, password, submit } = await openLogin();
    await email.fill(person.email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('link', { name: 'Back to login' }).click();
    await password.fill(person.password);
    await submit.click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goBack();
    await page.waitForURL('**/forgot-password');
    expect(await page.getByLabel('Email').inputValue()).toBe('');
  });

  test('says why it is there in place of a screen for members', async () => {
    const page = await visit(browser, '/contacts');
    await page.waitForURL('**/auth');
    await page.getByText('Log in or register to continue.').waitFor();
  });
});

describe('a member who is signed in', () => {
  test('sees a spinner while the session loads, then the home page', async () => {
    const person = await registerPerson(browser, { name: 'Signed In' });
    const page = await visit(browser, '/', { as: person });
    const letGo = await holdBack(page, '/api/user');
    await page.goto('/auth');
    await page.getByRole('main').getByText('Loading...').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    letGo();
    await page.waitForURL((url) => url.pathname === '/');
  });
});

describe('loading', () => {
  /** The scripts that the page fetches from now on, by name without their hash. */
  function scriptsOf(page: VisitorPage): string[] {
    const names: string[] = [];
    page.on('request', (request) => {
      const name = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname)?.[1];
      if (name) names.push(name);
    });
    return names;
  }

  test('the code of the forms is loaded with this screen, not with the search', async () => {
    const page = await visit(browser, '/features');
    const scripts = scriptsOf(page);
    await page.goto('/');
    await page.getByRole('searchbox').waitFor();
    expect(scripts).toContain('index');
    expect(scripts).not.toContain('forms');
    await page.goto('/auth');
    await page.getByLabel('Email').waitFor();
    expect(scripts).toContain('forms');
  });

  test.each([
    ['/auth', ['auth']],
    ['/profile/security', ['other-screens', 'security']],
  ])(
    'the page of %s preloads the code of its screen, and every file exists',
    async (path, chunks) => {
      const page = await visit(browser, '/');
      const html = await (await page.request.get(path)).text();
      const named = [...html.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g)];
      const files = named.map(([, file = '']) => file);
      for (const chunk of chunks) {
        expect(files.filter((file) => file.startsWith(`/assets/${chunk}-`))).toHaveLength(1);
      }
      for (const file of files) {
        const answer = await page.request.get(file);
        expect(answer.headers()['content-type']).toMatch(/javascript/);
      }
      const home = await (await page.request.get('/')).text();
      expect(home).not.toContain('/assets/forms-');
    },
  );

  test('the Content-Security-Policy refuses nothing that the page does', async () => {
    const page = await visit(browser, '/auth?tab=register');
    await page.getByLabel('Profile picture').setInputFiles(await twoColoredPicture());
    await page.getByRole('button', { name: 'Use photo' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectFieldError(page.getByLabel('Email'), 'Email is required');
    expect(page.problems).toEqual([]);
  });
});

test.each(WIDTHS)('both tabs and their errors are accessible on a %s', async (_, viewport) => {
  const { page, email, submit } = await openLogin({ viewport });
  await expectAccessible(page);
  await fillAndLeave(email, 'x');
  await submit.click();
  await expectFieldError(email, 'Please enter a valid email address');
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectFieldError(page.getByLabel('Email'), 'Email is required');
  await page.getByRole('button', { name: /Payment handles/ }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
