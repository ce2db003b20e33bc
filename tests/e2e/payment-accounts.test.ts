import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import {
  bodiesTo,
  expectFieldError,
  expectFocus,
  expectProblems,
  holdBack,
  noteOf,
  stopClock,
  tickUntil,
} from '#tests/support/forms.ts';
import { type PersonRecipe, registerPerson } from '#tests/support/people.ts';
import {
  expectToast,
  requestsTo,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let members = 0;

async function openAccounts(handles: PersonRecipe['handles'] = {}, options: VisitOptions = {}) {
  members += 1;
  const screenName = `Pay Ee ${members}`;
  const person = await registerPerson(browser, { name: 'Pay Ee', screenName, handles });
  const page = await visit(browser, '/payment-accounts', { ...options, as: person });
  await page.getByRole('tab', { name: 'Cash App' }).waitFor();
  return page;
}

describe('My Payment Methods', () => {
  test('has three tabs and a link to Venmo', async () => {
    const page = await openAccounts();
    await page.getByRole('heading', { name: 'My Payment Methods' }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Cash App',
      'PayPal',
      'Apple Pay',
    ]);
    await page.getByRole('link', { name: 'your profile page' }).click();
    await page.waitForURL('**/profile?tab=venmo');
    await page.getByLabel('Venmo username').waitFor();
  });

  test.each([
    ['a first', {}],
    ['another', { cashapp: '$before' }],
  ])(
    'saves %s handle, shows that it is busy, and reloads the list 300 ms later',
    async (_, before) => {
      const page = await openAccounts({ paypal: '@payee', ...before });
      const sent = bodiesTo(page, '/api/payment-accounts');
      const field = page.getByLabel('Cash App username');
      expect(await noteOf(field)).toBe('Starts with $ (e.g. $username). We add it if you forget.');
      await field.fill('payee');
      await stopClock(page);
      const asked = requestsTo(page, '/api/payment-accounts');
      const letGo = await holdBack(page, '/api/payment-accounts');
      await page.getByRole('button', { name: 'Save Cash App' }).click();
      await tickUntil(page, page.getByRole('button', { name: 'Saving...' }));
      // Fetching the code of the toasts may take longer than the 300 ms.
      await tickUntil(page, page.locator('[aria-label="Notifications (F8)"]'));
      letGo();
      await tickUntil(page, page.getByText('Your payment account has been saved.'));
      await page.clock.runFor(200);
      expect(asked).toEqual(['POST /api/payment-accounts']);
      await page.clock.runFor(100);
      await expect
        .poll(() => asked)
        .toEqual(['POST /api/payment-accounts', 'GET /api/payment-accounts']);
      await page.clock.resume();
      await expectToast(page, 'Success!', 'Your payment account has been saved.');
      await page.getByText('$payee', { exact: true }).waitFor();
      await page.getByText('Visible to visitors').waitFor();
      await expect.poll(() => field.inputValue()).toBe('$payee');
      expect(sent).toEqual([{ platform: 'cashapp', username: '$payee' }]);
    },
  );

  test('a leading @ is accepted for Cash App and dropped', async () => {
    const page = await openAccounts();
    const sent = bodiesTo(page, '/api/payment-accounts');
    await page.getByLabel('Cash App username').fill('@payee');
    await page.getByRole('button', { name: 'Save Cash App' }).click();
    await expectToast(page, 'Success!', 'Your payment account has been saved.');
    expect(sent).toEqual([{ platform: 'cashapp', username: '$payee' }]);
  });

  test.each(['', '   '])(
    'refuses a blank username (%j) at its field and with a toast',
    async (typed) => {
      const page = await openAccounts();
      const asked = requestsTo(page, '/api/payment-accounts');
      await page.getByRole('tab', { name: 'PayPal' }).click();
      const field = page.getByLabel('PayPal username');
      await field.fill(typed);
      await page.getByRole('button', { name: 'Save PayPal' }).click();
      await expectFieldError(field, 'Username cannot be empty');
      await expectToast(page, 'Error', 'Please enter a valid username.', 'destructive');
      expect(asked).toEqual([]);
    },
  );

  test('removes a handle', async () => {
    const page = await openAccounts({ cashapp: '$payee' });
    await page.getByRole('button', { name: 'Remove $payee' }).click();
    await expectToast(
      page,
      'Payment Account Removed',
      'Visitors no longer see your Cash App username.',
    );
    await page.getByText('Visitors do not see Cash App on your card').waitFor();
    await expect.poll(() => page.getByLabel('Cash App username').inputValue()).toBe('');
  });

  test('keeps typed text when the tab changes', async () => {
    const page = await openAccounts({ applepay: 'apple.pay/payee' });
    await page.getByLabel('Cash App username').fill('half');
    await page.getByRole('tab', { name: 'Apple Pay' }).click();
    expect(await page.getByLabel('Apple Pay username').inputValue()).toBe('apple.pay/payee');
    await page.getByRole('tab', { name: 'Cash App' }).click();
    expect(await page.getByLabel('Cash App username').inputValue()).toBe('half');
  });

  test.each([
    [
      'the server’s sentence',
      { status: 503, json: { error: 'Come back later.' } },
      'Come back later.',
    ],
    ['words of our own', { status: 500, body: '' }, 'Failed to save payment account'],
  ])('shows %s after a failed save', async (_, answer, words) => {
    const page = await openAccounts();
    await page.route('**/api/payment-accounts', (route) => route.fulfill(answer));
    await page.getByLabel('Cash App username').fill('payee');
    await page.getByRole('button', { name: 'Save Cash App' }).click();
    await expectToast(page, 'Error', words, 'destructive');
    expectProblems(page, /503|500/);
  });

  test('shows that the list did not load', async () => {
    const page = await openAccounts();
    await page.route('**/api/payment-accounts', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.reload();
    const words = 'Failed to load your payment accounts. Please try again later.';
    await page.getByRole('alert').getByText(words).waitFor();
    await expectAccessibleInEveryLook(page);
    expectProblems(page, /500/);
  });

  test.each(WIDTHS)('is accessible on a %s, in both modes', async (_, viewport) => {
    const page = await openAccounts({ cashapp: '$payee' }, { viewport });
    await expectAccessible(page);
    await page.getByLabel('Cash App username').fill('');
    await page.getByRole('button', { name: 'Save Cash App' }).click();
    await expectFieldError(page.getByLabel('Cash App username'), 'Username cannot be empty');
    await expectAccessible(page);
  });

  test('tabs and saving work with the keyboard', async () => {
    const page = await openAccounts({}, { viewport: DESKTOP });
    await page.getByRole('tab', { name: 'Cash App' }).focus();
    for (const name of ['PayPal', 'Apple Pay']) {
      await page.keyboard.press('ArrowRight');
      // The focus moves after the key, and the next key starts from there.
      await expectFocus(page.getByRole('tab', { name }));
    }
    await page.getByLabel('Apple Pay username').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('apple.pay/payee');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Success!', 'Your payment account has been saved.');
  });
});
