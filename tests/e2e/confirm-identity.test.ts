import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import {
  bodiesTo,
  expectFieldError,
  expectFocus,
  expectProblems,
  holdBack,
} from '#tests/support/forms.ts';
import {
  ageAuthentication,
  type PersonRecipe,
  type RegisteredPerson,
  registerPerson,
} from '#tests/support/people.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
  pressEscapeIn,
  visit,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WRONG = 'That password doesn’t match. Try again.';

const dialogOf = (page: VisitorPage) => page.getByRole('dialog', { name: 'Confirm it’s you' });

let members = 0;

/** Opens a screen as somebody who logged in a while ago. */
async function openLate(
  address: string,
  recipe: Partial<PersonRecipe> = {},
  open: (page: VisitorPage) => Promise<unknown> = async () => undefined,
) {
  members += 1;
  const screenName = `Late Member ${members}`;
  const person = await registerPerson(browser, { name: 'Late Member', screenName, ...recipe });
  const page = await visit(browser, address, { viewport: DESKTOP, as: person });
  await open(page);
  await ageAuthentication(browser, person);
  expectProblems(page, /403/);
  return { page, person, dialog: dialogOf(page) };
}

async function confirm(page: VisitorPage, { password }: RegisteredPerson) {
  const dialog = dialogOf(page);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function typeNewHandle() {
  const opened = await openLate('/profile?tab=cashapp', { handles: { cashapp: '$oldname' } });
  const handle = opened.page.getByLabel('Cash App username');
  const save = opened.page.getByRole('button', { name: 'Save Cash App' });
  await opened.page.getByText('Visible to visitors').waitFor();
  await handle.fill('mayabakes');
  return { ...opened, handle, save };
}

async function savedHandle({ id }: RegisteredPerson) {
  const { rows } = await browser.pool.query(
    "SELECT username FROM payment_accounts WHERE user_id = $1 AND platform = 'cashapp'",
    [id],
  );
  return rows[0]?.username;
}

describe('Confirm it’s you', () => {
  test('names the change, repeats the call and returns the focus', async () => {
    const { page, person, dialog, save } = await typeNewHandle();
    const sent = bodiesTo(page, '/api/payment-accounts');
    await save.click();
    await dialog.getByText('You’re changing your Cash App name to $mayabakes.').waitFor();
    const password = dialog.getByLabel('Password', { exact: true });
    await expectFocus(password);
    expect(await dialog.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
    expect(await dialog.getByText('or', { exact: true }).count()).toBe(0);
    await expectAccessibleInEveryLook(page);

    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expectFieldError(password, 'Password is required');
    await password.fill('not my password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expectFieldError(password, WRONG);
    await expectFocus(password);
    await expectAccessibleInEveryLook(page);
    expect(await savedHandle(person)).toBe('$oldname');

    const letGo = await holdBack(page, '/api/reauthenticate');
    await password.fill(person.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const busy = dialog.getByRole('button', { name: 'Checking...' });
    await busy.waitFor();
    expect(await busy.getAttribute('aria-busy')).toBe('true');
    letGo();
    await dialog.waitFor({ state: 'detached' });
    await expectToast(
      page,
      'Payment Account Updated',
      'Your Cash App username is visible to visitors.',
    );
    expect(await savedHandle(person)).toBe('$mayabakes');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    await expectFocus(save);
    expectProblems(page, /400/);

    // For ten minutes nothing else asks again.
    await page.getByRole('button', { name: 'Remove $mayabakes' }).click();
    await expectToast(page, 'Payment Account Removed', /Cash App/);
    expect(await dialog.count()).toBe(0);
  });

  test('closing it keeps what was typed, saves nothing and shows no error', async () => {
    const { page, person, dialog, handle, save } = await typeNewHandle();
    for (const close of [
      () => pressEscapeIn(dialog),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await save.click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => save.getAttribute('aria-busy')).toBe(null);
      await expectFocus(save);
      expect(await handle.inputValue()).toBe('mayabakes');
    }
    expect(await savedHandle(person)).toBe('$oldname');
    expect(page.toasts).toEqual([]);
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    expect(page.problems.every((problem) => /403/.test(problem))).toBe(true);
  });

  test('works with the keyboard only', async () => {
    const { page, person, dialog, handle } = await typeNewHandle();
    await handle.press('Enter');
    await expectFocus(dialog.getByLabel('Password', { exact: true }));
    const rest = [
      dialog.getByRole('button', { name: 'Show password' }),
      dialog.getByRole('button', { name: 'Confirm' }),
      dialog.getByRole('link', { name: 'Forgot your password?' }),
      dialog.getByRole('button', { name: 'Close' }),
      dialog.getByLabel('Password', { exact: true }),
    ];
    for (const control of rest) {
      await page.keyboard.press('Tab');
      await expectFocus(control);
    }
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => savedHandle(person)).toBe('$mayabakes');
    await expectFocus(handle);
  });

  test('leads to a forgotten password, and back closes it', async () => {
    const { page, dialog, save } = await typeNewHandle();
    await save.click();
    await dialog.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL('**/forgot-password');
    await dialog.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('tab', { name: 'Cash App' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test('closes when its screen is left', async () => {
    const { page, dialog } = await openLate('/', {}, async (opened) => {
      await opened.getByRole('button', { name: 'Account menu for' }).click();
      await opened.getByRole('menuitem', { name: 'Profile' }).click();
      await opened.getByLabel('Username', { exact: true }).waitFor();
    });
    await page.getByLabel('Username', { exact: true }).fill('some.other.name');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').waitFor();
  });

  test('shows a sentence that is not about the password above the button', async () => {
    const { page, dialog, save } = await typeNewHandle();
    await page.route('**/api/reauthenticate', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many attempts. Try again later.' } }),
    );
    await save.click();
    await dialog.getByLabel('Password', { exact: true }).fill('anything');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').getByText('Too many attempts. Try again later.').waitFor();
    await expectAccessibleInEveryLook(page);
    expectProblems(page, /429/);
  });

  test('fails to load: what was typed is kept and a retry opens it', async () => {
    const { page, person, dialog, handle, save } = await typeNewHandle();
    await page.route('**/assets/confirm-dialog-*.js', (route) => route.abort());
    await save.click();
    const error = page.getByRole('alert').filter({ hasText: 'This did not load' });
    await error.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => save.getAttribute('aria-busy')).toBe(null);
    expect(await handle.inputValue()).toBe('mayabakes');
    await save.click();
    await error.waitFor();
    await page.unroute('**/assets/confirm-dialog-*.js');
    await error.getByRole('button', { name: 'Try again' }).click();
    await dialog.waitFor();
    await confirm(page, person);
    await expect.poll(() => savedHandle(person)).toBe('$mayabakes');
    expectProblems(page, /ERR_FAILED/, /failed to load/);
  });

  test('fits a narrow phone, also with a long name', async () => {
    const { page, dialog, save, handle } = await typeNewHandle();
    await handle.fill('m'.repeat(20));
    await page.setViewportSize({ width: 320, height: 568 });
    await save.click();
    await dialog.waitFor();
    await expectNoSidewaysScroll(page);
    // Once it has grown to its size.
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(288);
  });
});

describe('every change that needs it asks', () => {
  test('a username, and an email', async () => {
    const { page, person, dialog } = await openLate('/profile');
    await page.getByLabel('Username', { exact: true }).fill('brand.new-name');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await dialog.getByText('You’re changing your username to brand.new-name.').waitFor();
    await pressEscapeIn(dialog);
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Email', { exact: true }).fill('brand.new@example.com');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await dialog
      .getByText(
        'You’re changing your username to brand.new-name and your email to brand.new@example.com.',
      )
      .waitFor();
    await confirm(page, person);
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
  });

  test('a download of the data', async () => {
    const { page, person, dialog } = await openLate('/profile');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await dialog.getByText('You’re downloading your data.').waitFor();
    await confirm(page, person);
    expect((await download).suggestedFilename()).toBe('payfolk-my-data.json');
  });

  test('the deletion of the profile, above the question', async () => {
    const { page, person, dialog } = await openLate('/profile');
    await page.getByRole('button', { name: 'Delete Profile' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('You’re deleting your profile.').waitFor();
    await expectAccessibleInEveryLook(page);
    await pressEscapeIn(dialog);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('button', { name: 'Delete Profile' }));
    await page.getByRole('button', { name: 'Delete Profile' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirm(page, person);
    await page.waitForURL((url) => url.pathname === '/');
    await expectToast(page, 'Account Deleted', 'Your profile and payment connections are gone.');
  });

  test('a change by an admin', async () => {
    const other = await registerPerson(browser, { name: 'Some One' });
    const { page, person, dialog } = await openLate('/admin', { isAdmin: true }, (opened) =>
      opened.getByRole('button', { name: 'More actions for Some One' }).click(),
    );
    await page.getByRole('menuitemcheckbox', { name: 'Verified' }).click();
    await dialog
      .getByText('You’re verifying Some One. This account has no confirmed email.')
      .waitFor();
    await confirm(page, person);
    await expectToast(page, 'User Updated', 'Some One is now verified.');
    const { rows } = await browser.pool.query('SELECT is_verified FROM users WHERE id = $1', [
      other.id,
    ]);
    expect(rows).toEqual([{ is_verified: true }]);
  });
});
