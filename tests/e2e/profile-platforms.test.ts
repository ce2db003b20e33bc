import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, PHONE, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import {
  bodiesTo,
  expectFieldError,
  expectFocus,
  expectProblems,
  holdBack,
  noteOf,
} from '#tests/support/forms.ts';
import { type PersonRecipe, registerPerson } from '#tests/support/people.ts';
import {
  clipboardOf,
  expectToast,
  keepToasts,
  toastOf,
  type VisitOptions,
  visit,
} from '#tests/support/visitor.ts';

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

  test('shows its focus ring to the keyboard only', async () => {
    const page = await openTab('venmo');
    const tab = (name: string) => page.getByRole('tab', { name });
    const hasRing = (name: string) => tab(name).evaluate((node) => node.matches(':focus-visible'));
    await tab('PayPal').click();
    await expectFocus(tab('PayPal'));
    expect(await hasRing('PayPal')).toBe(false);
    await page.keyboard.press('ArrowRight');
    await expectFocus(tab('Apple Pay'));
    expect(await hasRing('Apple Pay')).toBe(true);
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
    await expect.poll(() => field.inputValue()).toBe('$handle');
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
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test('says that a changed name is checked for 7 days, unless it is the same account', async () => {
    const page = await openTab('cashapp', { cashapp: '$handle' });
    const field = page.getByLabel('Cash App username');
    const hint = page.getByText('For 7 days, we ask people to check a changed name');
    await expect.poll(() => field.inputValue()).toBe('$handle');
    await field.fill('$HANDLE');
    expect(await hint.count()).toBe(0);
    await field.fill('$other');
    await hint.waitFor();
    await field.fill('$handle');
    await hint.waitFor({ state: 'detached' });
  });

  test('gives a long handle the whole line on a phone', async () => {
    const long = 'a-name.that_is-much.longer_than-any.other_name0';
    const page = await openTab('venmo', { venmo: `@${long}` }, { viewport: PHONE });
    const handle = await page.locator('p', { hasText: long }).boundingBox();
    const copy = await page.getByRole('button', { name: `Copy @${long}` }).boundingBox();
    expect(handle?.height).toBeLessThanOrEqual(3 * 24);
    expect(copy?.y).toBeGreaterThanOrEqual((handle?.y ?? 0) + (handle?.height ?? 0));
  });

  test('keeps the buttons beside a short handle on a phone', async () => {
    const page = await openTab('venmo', { venmo: '@hand-le' }, { viewport: PHONE });
    const handle = await page.locator('p', { hasText: '@hand-le' }).boundingBox();
    const copy = await page.getByRole('button', { name: 'Copy @hand-le' }).boundingBox();
    expect(copy?.y).toBeLessThan((handle?.y ?? 0) + (handle?.height ?? 0));
  });

  test('says nothing about visitors while the accounts load', async () => {
    const page = await openTab('venmo', { venmo: '@hand-le' });
    const letGo = await holdBack(page, '/api/payment-accounts');
    await page.reload();
    await page.getByRole('heading', { name: 'My Account' }).waitFor();
    expect(await page.getByText('Visitors do not see').count()).toBe(0);
    // What is shown later would move it.
    expect(await page.getByRole('button', { name: 'Save Venmo' }).count()).toBe(0);
    letGo();
    await page.getByText('Visible to visitors', { exact: true }).waitFor();
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
    await page.getByText('Visitors do not see Venmo').waitFor();
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

  const rowsOf = (page: VisitorPage) => page.locator('ol > li');
  const button = (page: VisitorPage, name: string) => page.getByRole('button', { name });

  test('changes with buttons, also by keyboard, and Undo restores it', async () => {
    const page = await openTab('profile', handles, { before: keepToasts });
    const sent = bodiesTo(page, '/api/payment-accounts/order');
    const up = button(page, 'Move Venmo up');
    await up.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Venmo is now number 2 of 3.').waitFor({ state: 'attached' });
    await expectFocus(up);
    await expectToast(page, 'Order Saved', 'Cash App comes first on your card.');
    await page.keyboard.press('Enter');
    await page.getByText('Venmo is now number 1 of 3.').waitFor({ state: 'attached' });
    await expectFocus(up);
    await expectToast(page, 'Order Saved', 'Venmo comes first on your card.');
    expect(sent.at(-1)).toEqual({ platforms: ['venmo', 'cashapp', 'paypal'] });
    await page.reload();
    await rowsOf(page).nth(2).waitFor();
    expect(await rowsOf(page).allTextContents()).toEqual(['1Venmo', '2Cash App', '3PayPal']);

    await button(page, 'Move Venmo down').click();
    await expectToast(page, 'Order Saved', 'Cash App comes first on your card.');
    await toastOf(page).getByText('Undo').click();
    await expectToast(page, 'Order Saved', 'Venmo comes first on your card.');
    expect(sent.at(-1)).toEqual({ platforms: ['venmo', 'cashapp', 'paypal'] });
    await expect.poll(() => rowsOf(page).nth(0).textContent()).toBe('1Venmo');
  });

  test('has no button that moves out of the list', async () => {
    const page = await openTab('profile', handles);
    const sent = bodiesTo(page, '/api/payment-accounts/order');
    const first = button(page, 'Move Cash App up');
    expect(await first.getAttribute('aria-disabled')).toBe('true');
    await first.click({ force: true });
    await button(page, 'Move Cash App down').click();
    await expectToast(page, 'Order Saved', 'PayPal comes first on your card.');
    expect(sent).toHaveLength(1);
  });

  test('a finger on its rows scrolls the page', async () => {
    const page = await openTab('profile', handles);
    await rowsOf(page).nth(2).waitFor();
    const actions = await page
      .locator('ol, ol *')
      .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).touchAction));
    expect(new Set(actions)).toEqual(new Set(['auto']));
  });

  test('is restored when it cannot be saved', async () => {
    const page = await openTab('profile', handles);
    await page.route('**/api/payment-accounts/order', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await button(page, 'Move Cash App down').click();
    await expectToast(page, 'Update Failed', 'Failed to update payment account', 'destructive');
    await expect.poll(() => rowsOf(page).nth(0).textContent()).toBe('1Cash App');
    expectProblems(page, /500/);
  });

  test('is not shown for a single platform', async () => {
    const page = await openTab('venmo', { venmo: '@hand-le' });
    await page.getByText('Visible to visitors', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByText('Your QR code').waitFor();
    expect(await page.getByText('Order on your card').count()).toBe(0);
  });
});
