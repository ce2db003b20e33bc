import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import {
  apiOf,
  type PersonRecipe,
  type RegisteredPerson,
  registerPerson,
} from '#tests/support/people.ts';
import { expectToast, pressTwice, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Presses twice, waits for the success, and returns how often the page sent this. */
async function countSent(
  page: VisitorPage,
  method: string,
  path: string,
  button: Locator,
  hasSucceeded: () => Promise<unknown>,
): Promise<number> {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) sent += 1;
  });
  await button.waitFor();
  await pressTwice(button);
  await hasSucceeded();
  expect(page.toasts.filter(({ tone }) => tone === 'destructive')).toEqual([]);
  return sent;
}

describe('a double press on the button of a mailed link', () => {
  test.each([
    ['/undo', '/api/undo', 'Undo this change', 'Change undone'],
    ['/not-me', '/api/sign-out-everywhere', 'Sign out everywhere', 'Signed out everywhere'],
    ['/disown-account', '/api/disown-account', 'Delete this account', 'Account deleted'],
  ])('%s uses the link once', async (screen, path, button, heading) => {
    const page = await visit(browser, `${screen}?token=works-once`, { viewport: DESKTOP });
    await page.route(`**${path}`, (route) => route.fulfill({ json: { message: 'Done.' } }));
    const press = page.getByRole('button', { name: button });
    const done = () => page.getByRole('heading', { name: heading }).waitFor();
    expect(await countSent(page, 'POST', path, press, done)).toBe(1);
  });
});

test('a double press of a visitor sends one report', async () => {
  const { username } = await registerPerson(browser, { name: 'Twice Reported' });
  const page = await visit(browser, `/?search=${username}`, { viewport: DESKTOP });
  await page.getByRole('button', { name: 'Report Twice Reported' }).click();
  await page.getByRole('radio', { name: 'Something else' }).click();
  const send = page.getByRole('button', { name: 'Send report' });
  const sent = await countSent(page, 'POST', '/api/reports', send, () =>
    page.getByRole('dialog', { name: 'Thanks for telling us' }).waitFor(),
  );
  expect(sent).toBe(1);
});

describe('a double press of a member', () => {
  let members = 0;
  const open = async (address: string, recipe: Partial<PersonRecipe> = {}) => {
    members += 1;
    const name = `Twice Pressed ${members}`;
    const person = await registerPerson(browser, { name, ...recipe });
    const page = await visit(browser, address, { viewport: DESKTOP, as: person });
    return { page, person };
  };

  test('deletes the profile once', async () => {
    const { page, person } = await open('/profile');
    await page.getByRole('button', { name: 'Delete Profile' }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
    const sent = await countSent(page, 'DELETE', `/api/user/${person.id}`, confirm, () =>
      page.waitForURL((url) => url.pathname === '/'),
    );
    expect(sent).toBe(1);
  });

  test.each([
    ['Request verification', 'POST', '/api/me/verification'],
    ['Resend the confirmation', 'POST', '/api/me/confirmation'],
    ['Download my data', 'GET', '/api/me/export'],
  ])('on “%s” sends one request', async (name, method, path) => {
    const { page } = await open('/profile');
    const button = page.getByRole('button', { name });
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    expect(await countSent(page, method, path, button, () => answered)).toBe(1);
  });

  test('mails one code', async () => {
    const { page } = await open('/profile?tab=paypal', {
      handles: { paypal: 'twice@example.org' },
    });
    const send = page.getByRole('button', { name: 'Send code' });
    const sent = await countSent(page, 'POST', '/api/payment-accounts/paypal/code', send, () =>
      page.getByLabel('Code').waitFor(),
    );
    expect(sent).toBe(1);
  });

  test('answers a suspension once', async () => {
    const person = await registerPerson(browser, { name: 'Twice Answered' });
    await browser.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [person.id]);
    const page = await visit(browser, '/profile', { viewport: DESKTOP, as: person });
    await page.getByLabel('Your answer').fill('The name is mine.');
    const send = page.getByRole('button', { name: 'Send answer' });
    const sent = await countSent(page, 'POST', '/api/me/suspension-answer', send, () =>
      page.getByText(/^Answer sent/).waitFor(),
    );
    expect(sent).toBe(1);
  });

  test('removes a contact once', async () => {
    const person = await registerPerson(browser, { name: 'Twice Removed' });
    const call = await apiOf(browser, person);
    await call('POST', '/api/add-person', {
      name: 'Some Body',
      screenName: 'Some Body',
      paymentPlatform: 'venmo',
      paymentUsername: '@some-body',
    });
    const { rows } = await browser.pool.query('SELECT id FROM contacts WHERE user_id = $1', [
      person.id,
    ]);
    const page = await visit(browser, '/contacts', { viewport: DESKTOP, as: person });
    await page.getByRole('button', { name: 'Remove Some Body' }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Remove' });
    const sent = await countSent(page, 'DELETE', `/api/contacts/${rows[0].id}`, confirm, () =>
      page.getByText(/^No contacts yet/).waitFor(),
    );
    expect(sent).toBe(1);
  });
});

describe('a double press of an admin', () => {
  let admin: RegisteredPerson;
  beforeAll(async () => {
    admin = await registerPerson(browser, { name: 'Ada Min', isAdmin: true });
  });

  test.each([
    ['Dismiss', 'Dismissed'],
    ['Verify', 'Verified'],
  ])('on “%s” closes a review once', async (name, toast) => {
    const asking = await registerPerson(browser, { name: `To ${name}` });
    const { rows } = await browser.pool.query(
      `INSERT INTO reviews (kind, user_id, note) VALUES ('verification', $1, '') RETURNING id`,
      [asking.id],
    );
    const page = await visit(browser, '/admin', { viewport: DESKTOP, as: admin });
    await page.getByRole('tab', { name: 'Review' }).click();
    const item = page.getByRole('article', { name: `Verification: To ${name}` });
    const path = `/api/admin/reviews/${rows[0].id}`;
    const sent = await countSent(page, 'POST', path, item.getByRole('button', { name }), () =>
      item.waitFor({ state: 'detached' }),
    );
    await expectToast(page, toast, /./);
    expect(sent).toBe(1);
  });

  test('in the dialog of a person verifies once', async () => {
    const person = await registerPerson(browser, { name: 'Shown Person' });
    const page = await visit(browser, '/admin', { viewport: DESKTOP, as: admin });
    await page.getByRole('button', { name: 'Shown Person', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Shown Person' });
    const verify = dialog.getByRole('button', { name: 'Verify' });
    const path = `/api/admin/users/${person.id}`;
    const sent = await countSent(page, 'PATCH', path, verify, () =>
      dialog.getByRole('button', { name: 'Remove Verified' }).waitFor(),
    );
    expect(sent).toBe(1);
  });
});
