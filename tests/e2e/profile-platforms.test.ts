import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import {
  bodiesTo,
  expectFieldError,
  expectProblems,
  holdBack,
  noteOf,
} from '#tests/support/forms.ts';
import { type PersonRecipe, registerPerson } from '#tests/support/people.ts';
import { clipboardOf, expectToast, type VisitOptions, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let members = 0;

async function openTab(
  tab: string,
  handles: PersonRecipe['handles'] = {},
  options: VisitOptions = {},
) {
  members += 1;
  const screenName = `Hand Le ${members}`;
  const person = await registerPerson(browser, { name: 'Hand Le', screenName, handles });
  const page = await visit(browser, `/profile?tab=${tab}`, { ...options, as: person });
  await page.getByRole('tab', { selected: true }).waitFor();
  return page;
}

describe('a platform’s tab', () => {
  test('there are five, in this order', async () => {
    const page = await openTab('venmo');
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Profile',
      'Cash App',
      'PayPal',
      'Apple Pay',
      'Venmo',
    ]);
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Venmo');
  });

  test('saves a handle, shows what visitors see, and removes it', async () => {
    const page = await openTab('cashapp');
    await page
      .getByText('Visitors do not see Cash App on your card until you save a username.')
      .waitFor();
    const field = page.getByLabel('Cash App username');
    expect(await noteOf(field)).toBe('Starts with $ (e.g. $username). We add it if you forget.');
    await field.fill('handle');
    const sent = bodiesTo(page, '/api/payment-accounts');
    const letGo = await holdBack(page, '/api/payment-accounts');
    await page.getByRole('button', { name: 'Save Cash App' }).click();
    await page.getByRole('button', { name: 'Saving...' }).waitFor();
    letGo();
    await expectToast(
      page,
      'Payment Account Updated',
      'Your Cash App username is visible to visitors.',
    );
    await page.getByText('Visible to visitors', { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('$handle');
    expect(sent).toEqual([{ platform: 'cashapp', username: '$handle' }]);

    await page.getByRole('button', { name: 'Copy $handle' }).click();
    await expectToast(page, 'Username copied!', '$handle is on your clipboard.');
    expect(await clipboardOf(page)).toBe('$handle');
    const link = page.getByRole('link', { name: 'cash.app/$handle' });
    expect(await link.getAttribute('href')).toBe('https://cash.app/$handle');

    await page.getByRole('button', { name: 'Remove $handle' }).click();
    await expectToast(
      page,
      'Payment Account Removed',
      'Visitors no longer see your Cash App username.',
    );
    await page.getByText('Visitors do not see Cash App').waitFor();
    expect(await field.inputValue()).toBe('');
  });

  test('refuses an empty and an invalid username', async () => {
    const page = await openTab('paypal', { paypal: '@handle' });
    const field = page.getByLabel('PayPal username');
    await expect.poll(() => field.inputValue()).toBe('@handle');
    await field.fill('  ');
    await page.getByRole('button', { name: 'Save PayPal' }).click();
    await expectFieldError(field, 'Username is required');
    await field.fill('two words');
    await expect.poll(() => noteOf(field)).toMatch(/^Enter a PayPal name such as @username/);
  });

  test.each([
    ['the server’s sentence', { status: 503, json: { error: 'Later.' } }, 'Later.'],
    ['words of our own', { status: 500, body: '' }, 'Failed to update payment account'],
  ])('shows %s after a failed save', async (_, answer, words) => {
    const page = await openTab('venmo');
    await page.route('**/api/payment-accounts', (route) => route.fulfill(answer));
    await page.getByLabel('Venmo username').fill('@handle');
    await page.getByRole('button', { name: 'Save Venmo' }).click();
    await expectToast(page, 'Update Failed', words, 'destructive');
    expectProblems(page, /503|500/);
  });

  test('shows that the list did not load', async () => {
    const page = await openTab('venmo');
    await page.route('**/api/payment-accounts', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('Failed to fetch payment accounts').waitFor();
    expectProblems(page, /500/);
  });
});

describe('the order on the card', () => {
  const handles = { cashapp: '$handle', paypal: '@handle', venmo: '@hand-le' };

  test('changes with the keyboard', async () => {
    const page = await openTab('profile', handles);
    const rows = page.locator('ol button');
    await rows.nth(2).waitFor();
    const sent = bodiesTo(page, '/api/payment-accounts/order');
    await rows.nth(2).focus();
    await page.keyboard.press('Space');
    await page.getByText('Picked up Venmo, number 3 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Venmo is now number 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Venmo is now number 1 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await expectToast(page, 'Order Saved', 'Venmo comes first on your card.');
    expect(sent).toEqual([{ platforms: ['venmo', 'cashapp', 'paypal'] }]);
    await page.reload();
    await rows.nth(2).waitFor();
    expect(await rows.allTextContents()).toEqual([
      '1Venmo, move',
      '2Cash App, move',
      '3PayPal, move',
    ]);
  });

  test('changes with a mouse', async () => {
    const page = await openTab('profile', handles, { viewport: DESKTOP });
    const rows = page.locator('ol button');
    await rows.nth(2).waitFor();
    const from = await rows.nth(0).boundingBox();
    const to = await rows.nth(1).boundingBox();
    if (!from || !to) throw new Error('The rows are not shown');
    await page.mouse.move(from.x + 40, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    await expectToast(page, 'Order Saved', 'PayPal comes first on your card.');
  });

  test('is restored when it cannot be saved', async () => {
    const page = await openTab('profile', handles);
    const rows = page.locator('ol button');
    await rows.nth(2).waitFor();
    await page.route('**/api/payment-accounts/order', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await rows.nth(0).focus();
    await page.keyboard.press('Space');
    await page.getByText('Picked up Cash App').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText('Cash App is now number 2').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await expectToast(page, 'Update Failed', 'Failed to update payment account', 'destructive');
    await expect.poll(() => rows.nth(0).textContent()).toBe('1Cash App, move');
    expectProblems(page, /500/);
  });

  test('is not shown for a single platform', async () => {
    const page = await openTab('profile', { venmo: '@hand-le' });
    await page.getByText('Your QR code').waitFor();
    expect(await page.getByText('Order on your card').count()).toBe(0);
  });
});
