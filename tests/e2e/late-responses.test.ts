import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import {
  bodiesTo,
  expectFieldError,
  expectProblems,
  holdBack,
  holdResponse,
} from '#tests/support/forms.ts';
import { waitForMail } from '#tests/support/outbox.ts';
import {
  logIn,
  type PersonRecipe,
  type RegisteredPerson,
  registerPerson,
} from '#tests/support/people.ts';
import {
  expectToast,
  nextFrame,
  requestsTo,
  type VisitOptions,
  visit,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let members = 0;

async function openProfile(recipe: Partial<PersonRecipe> = {}, options: VisitOptions = {}) {
  members += 1;
  const name = `La Te ${members}`;
  const person = await registerPerson(browser, { name, ...recipe });
  const page = await visit(browser, '/profile', { viewport: DESKTOP, ...options, as: person });
  const save = page.getByRole('button', { name: 'Update Profile' });
  await save.waitFor();
  return { page, person, save };
}

async function logOut(page: VisitorPage) {
  await page.getByRole('button', { name: 'Account menu for' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
}

async function switchTo(page: VisitorPage, member: RegisteredPerson) {
  await logOut(page);
  await logIn(page, member);
  await expectToast(page, 'Login successful', `Welcome back, ${member.name}.`);
}

describe('what is typed while a save is on its way', () => {
  test('stays in the profile form, and is sent with the next save', async () => {
    const { page, save } = await openProfile();
    const website = page.getByLabel('Website');
    const phone = page.getByLabel('Phone number');
    const sent = bodiesTo(page, '/api/me');
    const letGo = await holdBack(page, '/api/me');
    await website.fill('https://saved.example');
    const underWay = page.waitForRequest('**/api/me');
    await save.click();
    await underWay;
    await page.getByRole('button', { name: 'Updating...' }).waitFor();
    await phone.fill('+14155550188');
    await website.fill('https://saved.example/later');
    letGo();
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
    await save.waitFor();
    expect(await phone.inputValue()).toBe('+14155550188');
    expect(await website.inputValue()).toBe('https://saved.example/later');
    await save.click();
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
    expect(sent).toEqual([
      { websiteUrl: 'https://saved.example' },
      { phoneNumber: '+14155550188', websiteUrl: 'https://saved.example/later' },
    ]);
  });

  test('stays in the field of a handle', async () => {
    const { page } = await openProfile();
    await page.getByRole('tab', { name: 'Venmo' }).click();
    const field = page.getByLabel('Venmo username');
    await field.waitFor();
    const letGo = await holdBack(page, '/api/payment-accounts');
    await field.fill('@first-one');
    const underWay = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/payment-accounts'),
    );
    await page.getByRole('button', { name: 'Save Venmo' }).click();
    await underWay;
    await page.getByRole('button', { name: 'Saving...' }).waitFor();
    await field.fill('@second-one');
    letGo();
    await page.getByText('@first-one', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('@second-one');
  });
});

test('two taps while the rules of a form load send one request', async () => {
  const person = await registerPerson(browser, { name: 'Dou Ble' });
  const page = await visit(browser, '/');
  const letGo = await holdBack(page, '/assets/rules-*.js');
  await page.goto('/auth');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  const logins = requestsTo(page, '/api/login');
  await page.getByRole('button', { name: 'Log In' }).evaluate((button: HTMLButtonElement) => {
    button.form?.requestSubmit();
    button.form?.requestSubmit();
  });
  letGo();
  await expectToast(page, 'Login successful', 'Welcome back, Dou Ble.');
  expect(logins).toHaveLength(1);
});

test('a save that is answered after logging out does not sign in again', async () => {
  const { page, save } = await openProfile();
  await page.getByLabel('Website').fill('https://late.example');
  const { letGo, isAnswered } = await holdResponse(page, '/api/me');
  await save.click();
  await isAnswered;
  await logOut(page);
  letGo();
  await expectToast(page, 'Profile Updated', 'Your changes are saved.');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth');
});

test('a choice that is answered after logging out does not sign in again', async () => {
  const { page } = await openProfile();
  await page.goto('/profile/visibility');
  const { letGo, isAnswered } = await holdResponse(page, '/api/me');
  await page.getByRole('switch', { name: 'Listed in search' }).click();
  await isAnswered;
  await logOut(page);
  letGo();
  await expectToast(page, 'Saved', undefined);
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth');
});

test('a proof that is answered after somebody else logged in does not change their handles', async () => {
  const email = 'first-member@example.org';
  const { page } = await openProfile({ handles: { paypal: email } });
  const other = await registerPerson(browser, {
    name: 'Ne Xt',
    handles: { paypal: 'second-member@example.org' },
  });
  await page.getByRole('tab', { name: 'PayPal' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  const { text } = await waitForMail(browser, email, 'Your code');
  await page.getByLabel('Code').fill(/^Code: (\d{6})$/m.exec(text)?.[1] ?? '');
  const { letGo, isAnswered } = await holdResponse(page, '/api/payment-accounts/paypal/proof');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await isAnswered;
  await switchTo(page, other);
  await page.getByRole('button', { name: 'Account menu for' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('tab', { name: 'PayPal' }).click();
  const own = page.getByText('second-member@example.org', { exact: true });
  await own.waitFor();
  const arrives = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/paypal/proof'),
  );
  letGo();
  await arrives;
  await nextFrame(page);
  expect(await own.isVisible()).toBe(true);
  expect(await page.getByText(email, { exact: true }).count()).toBe(0);
});

test('a person saved by the member before is not saved for the next one', async () => {
  const saved = await registerPerson(browser, { name: 'Sa Ved', handles: { venmo: '@sa-ved' } });
  const { page } = await openProfile();
  const other = await registerPerson(browser, { name: 'Af Ter' });
  const star = page.getByRole('button', { name: 'Save Sa Ved', exact: true });
  await page.goto('/');
  await page.getByRole('searchbox').fill(saved.username);
  const { letGo, isAnswered } = await holdResponse(page, `/api/saved-people/${saved.username}`);
  await star.click();
  await isAnswered;
  await switchTo(page, other);
  await page.getByRole('searchbox').fill(saved.username);
  // It is enabled once the saved people have loaded.
  await page.locator('[aria-label="Save Sa Ved"]:not([aria-disabled="true"])').waitFor();
  const arrives = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith(`/api/saved-people/${saved.username}`),
  );
  letGo();
  await arrives;
  await nextFrame(page);
  expect(await star.getAttribute('aria-pressed')).toBe('false');
  expect(page.toasts.map(({ title }) => title)).not.toContain('Saved');
});

describe('a choice that waits for the one before it', () => {
  /** Two choices, the first of them unanswered; then somebody else logs in, or the same member again. */
  async function chooseTwice(next: (member: RegisteredPerson) => Promise<RegisteredPerson>) {
    const { page, person } = await openProfile();
    const member = await next(person);
    await page.goto('/profile/visibility');
    const sent = bodiesTo(page, '/api/me');
    const { letGo, isAnswered } = await holdResponse(page, '/api/me');
    const listed = page.getByRole('switch', { name: 'Listed in search' });
    await listed.click();
    await isAnswered;
    await listed.click();
    await switchTo(page, member);
    const arrives = page.waitForEvent('requestfinished', (request) =>
      request.url().endsWith('/api/me'),
    );
    letGo();
    await arrives;
    return { page, sent };
  }

  test('is not made for the next member', async () => {
    const { page, sent } = await chooseTwice(() => registerPerson(browser, { name: 'Be Hind' }));
    await nextFrame(page);
    expect(sent).toEqual([{ isListed: false }]);
  });

  test('is made for the same member', async () => {
    const { sent } = await chooseTwice(async (member) => member);
    await expect.poll(() => sent).toEqual([{ isListed: false }, { isListed: true }]);
  });
});

test('a refusal while the session cannot be checked does not log out', async () => {
  const { page, save } = await openProfile();
  await page.route('**/api/me', (route) => route.fulfill({ status: 403, json: { error: 'No.' } }));
  await page.route('**/api/user', (route) => route.abort());
  const checked = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/user'),
  );
  await page.getByLabel('Website').fill('https://blip.example');
  await save.click();
  await expectToast(page, 'Update Failed', 'No.', 'destructive');
  await checked;
  await page.getByRole('button', { name: 'Account menu for' }).waitFor();
  expect(await page.getByLabel('Website').inputValue()).toBe('https://blip.example');
  expectProblems(page, /403/, /ERR_FAILED/);
});

test('a failed registration and then a login lead to the screen that was wanted', async () => {
  const person = await registerPerson(browser, { name: 'Re Turn' });
  const page = await visit(browser, '/payment-accounts');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Re Turn');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').first().waitFor();
  await page.getByRole('tab', { name: 'Log In' }).click();
  await logIn(page, person);
  await page.getByRole('heading', { name: 'My Payment Methods' }).waitFor();
  expectProblems(page, /409/);
});

test('two quick changes of the order are sent one after the other', async () => {
  const { page } = await openProfile({
    handles: { cashapp: '$handle', paypal: '@handle', venmo: '@hand-le' },
  });
  const rows = page.locator('ol > li');
  await rows.nth(2).waitFor();
  const sent = bodiesTo(page, '/api/payment-accounts/order');
  const { letGo, isAnswered } = await holdResponse(page, '/api/payment-accounts/order');
  await page.getByRole('button', { name: 'Move Venmo up' }).click();
  await page.getByRole('button', { name: 'Move Venmo up' }).click();
  await isAnswered;
  expect(await rows.allTextContents()).toEqual(['1Venmo', '2Cash App', '3PayPal']);
  expect(sent).toHaveLength(1);
  letGo();
  await expect.poll(() => sent).toHaveLength(2);
  await expect
    .poll(() => page.toasts.some(({ text }) => text === 'Venmo comes first on your card.'))
    .toBe(true);
  await page.reload();
  await expect.poll(() => rows.allTextContents()).toEqual(['1Venmo', '2Cash App', '3PayPal']);
});

test('a session without an id cannot delete', async () => {
  const { page, person } = await openProfile();
  await page.goto('/contacts');
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    const { id: _, ...user } = await response.json();
    await route.fulfill({ response, json: user });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Account menu for' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Delete Profile' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', 'User ID not found', 'destructive');
  const { rowCount } = await browser.pool.query('SELECT 1 FROM users WHERE id = $1', [person.id]);
  expect(rowCount).toBe(1);
});

test('a phone number may be written with its punctuation', async () => {
  const { page, save } = await openProfile();
  const phone = page.getByLabel('Phone number');
  await phone.fill('(415) 555-0188');
  await save.click();
  await expectToast(page, 'Profile Updated', 'Your changes are saved.');
  await expect.poll(() => phone.inputValue()).toBe('4155550188');
  await phone.fill('(415) call me');
  await save.click();
  await expectFieldError(phone, 'Please enter a valid phone number');
});
