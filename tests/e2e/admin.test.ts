import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
  linesOf,
  requestsTo,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let admin: RegisteredPerson;
let maya: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  await browser.pool.query('DELETE FROM users');
  admin = await registerPerson(browser, { name: 'Ada Min', isAdmin: true });
  maya = await registerPerson(browser, {
    name: 'Maya C. Okafor',
    screenName: 'Maya Okafor',
    isVerified: true,
    handles: { venmo: '@maya-o', paypal: '@mayao' },
  });
});

async function openPanel(options: VisitOptions = { viewport: DESKTOP }) {
  const page = await visit(browser, '/admin', { ...options, as: admin });
  await page.getByRole('row').nth(1).waitFor();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  return { page, row };
}

describe('access', () => {
  test('a member sees "Access Denied", and no data is requested', async () => {
    const page = await visit(browser, '/', { viewport: DESKTOP, as: maya });
    const asked = requestsTo(page, '/api/admin/users');
    await page.goto('/admin');
    await page
      .getByText("Access Denied: You don't have permission to access the admin panel.")
      .waitFor();
    await expectAccessibleInEveryLook(page);
    expect(asked).toEqual([]);
  });

  test('a demoted admin sees "Access Denied" at the next call', async () => {
    const { page } = await openPanel();
    await browser.pool.query('UPDATE users SET is_admin = false WHERE id = $1', [admin.id]);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page
      .getByText("Access Denied: You don't have permission to access the admin panel.")
      .waitFor();
    expectProblems(page, /403/);
  });
});

describe('the list', () => {
  test('shows counts, columns and placeholders for missing values', async () => {
    await browser.pool.query(
      "INSERT INTO users (name, username, created_at) VALUES ('Bare Bones', NULL, '2025-05-02T12:00:00Z')",
    );
    const { page, row } = await openPanel();
    expect(await page.getByRole('term').allTextContents()).toEqual([
      'Total Users',
      'Verified Users',
      'Admin Users',
    ]);
    await expect
      .poll(() => page.getByRole('definition').allTextContents())
      .toEqual(['3', '1', '1']);
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Email',
      'Username',
      'Payment Accounts',
      'Status',
      'Created',
      'Actions',
    ]);
    const cellsOf = async (name: string) => {
      const cells = await row(name).getByRole('cell').allInnerTexts();
      return cells.map((text) => text.replace(/\s*\n\s*/g, ' | ').trim());
    };
    const { rows } = await browser.pool.query('SELECT created_at FROM users WHERE id = $1', [
      maya.id,
    ]);
    const day = rows[0].created_at.toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
    });
    const [name, email, username, accounts, status, created] = await cellsOf('Maya Okafor');
    expect(name).toMatch(/Maya Okafor \| Maya C\. Okafor$/);
    expect([email, username]).toEqual([maya.email, maya.username]);
    expect(accounts).toMatch(/Venmo.*PayPal/);
    expect(status).toBe('Verified');
    expect(created).toBe(day);
    expect((await cellsOf('Ada Min'))[4]).toBe('Admin');
    const bare = await cellsOf('Bare Bones');
    expect(bare.slice(1, 4)).toEqual(['Not provided', 'Not set', 'None']);
    expect(bare[5]).toBe('May 2, 2025');
    expect(bare[4]).toMatch(/Member/);
  });

  test.each(WIDTHS)('marks a suspended member, on a %s', async (_, viewport) => {
    await browser.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [maya.id]);
    const { page, row } = await openPanel({ viewport });
    await row('Maya Okafor').getByText('Suspended', { exact: true }).waitFor();
    await row('Maya Okafor').getByText('Verified', { exact: true }).waitFor();
    expect(await row('Ada Min').getByText('Suspended').count()).toBe(0);
    await expectAccessibleInEveryLook(page);
    await expectNoSidewaysScroll(page);
  });

  test('searches, and shows when nobody is found', async () => {
    const { page, row } = await openPanel();
    const search = page.getByRole('searchbox', { name: 'Search users' });
    await search.fill('okafor');
    await expect.poll(() => row('Ada Min').count()).toBe(0);
    expect(await row('Maya Okafor').count()).toBe(1);
    await search.fill('nobody of that name');
    await page.getByText('No users found', { exact: true }).waitFor();
    await search.fill('');
    await row('Ada Min').waitFor();
  });

  test('loads a hundred at a time', async () => {
    await browser.pool.query(
      "INSERT INTO users (name, username, email, email_key) SELECT 'Crowd ' || n, 'crowd' || n, 'c' || n || '@example.com', 'c' || n || '@example.com' FROM generate_series(1, 130) AS n",
    );
    const { page } = await openPanel();
    await expect.poll(() => page.getByRole('row').count()).toBe(101);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(133);
    await expectFocus(page.getByRole('row').nth(101));
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test.each([
    ['the server’s sentence', { status: 503, json: { error: 'Away.' } }, 'Away.'],
    ['words of our own', { status: 500, body: '' }, 'Failed to fetch users'],
  ])('shows %s after a failure', async (_, answer, words) => {
    const page = await visit(browser, '/', { as: admin });
    await page.route('**/api/admin/users', (route) => route.fulfill(answer));
    await page.goto('/admin');
    await page.getByRole('alert').getByText(`Error loading users: ${words}`).waitFor();
    expectProblems(page, /503|500/);
  });
});

describe('deleting', () => {
  const QUESTION =
    "Are you sure you want to delete Maya C. Okafor's account? This action cannot be undone.";

  test('asks with the browser’s dialog, and Cancel deletes nothing', async () => {
    const { page, row } = await openPanel();
    const asked = requestsTo(page, `/api/user/${maya.id}`);
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(`${dialog.type()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await row('Maya Okafor').getByRole('button', { name: 'Delete Maya C. Okafor' }).click();
    expect(questions).toEqual([`confirm: ${QUESTION}`]);
    expect(asked).toEqual([]);
  });

  test('marks the row as busy, then removes it from the list', async () => {
    const { page, row } = await openPanel();
    page.on('dialog', (dialog) => void dialog.accept());
    const letGo = await holdBack(page, `/api/user/${maya.id}`);
    await row('Maya Okafor').getByRole('button', { name: 'Delete Maya C. Okafor' }).click();
    await row('Maya Okafor').getByText('Deleting...').waitFor();
    expect(await row('Maya Okafor').getAttribute('aria-busy')).toBe('true');
    expect(await row('Ada Min').getAttribute('aria-busy')).toBe(null);
    await expectAccessibleInEveryLook(page);
    letGo();
    await expectToast(page, 'User Deleted', 'Maya C. Okafor’s account was deleted.');
    await expect.poll(() => row('Maya Okafor').count()).toBe(0);
    await expect
      .poll(() => page.getByRole('definition').allTextContents())
      .toEqual(['1', '0', '1']);
  });

  test.each([
    ['the server’s sentence', { status: 503, json: { error: 'Away.' } }, 'Away.'],
    ['words of our own', { status: 500, body: '' }, 'Failed to delete user'],
  ])('shows %s after a failure', async (_, answer, words) => {
    const { page, row } = await openPanel();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.route('**/api/user/*', (route) => route.fulfill(answer));
    await row('Maya Okafor').getByRole('button', { name: 'Delete Maya C. Okafor' }).click();
    await expectToast(page, 'Delete Failed', words, 'destructive');
    await row('Maya Okafor').getByRole('button', { name: 'Delete Maya C. Okafor' }).waitFor();
    expectProblems(page, /503|500/);
  });

  test('does not delete the last admin', async () => {
    const { page, row } = await openPanel();
    page.on('dialog', (dialog) => void dialog.accept());
    await row('Ada Min').getByRole('button', { name: 'Delete Ada Min' }).click();
    await expectToast(page, 'Delete Failed', /admin/, 'destructive');
    expectProblems(page, /409/);
  });

  test('logs out an admin who deletes their own account', async () => {
    await registerPerson(browser, { name: 'Second Admin', isAdmin: true });
    const { page, row } = await openPanel();
    page.on('dialog', (dialog) => void dialog.accept());
    await row('Ada Min').getByRole('button', { name: 'Delete Ada Min' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expectToast(page, 'User Deleted', 'Ada Min’s account was deleted.');
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).waitFor();
  });

  test('logs out a deleted member at their next request', async () => {
    const theirs = await visit(browser, '/profile', { viewport: DESKTOP, as: maya });
    await theirs.getByLabel('Name', { exact: true }).fill('Maya the Great');

    const { page, row } = await openPanel();
    page.on('dialog', (dialog) => void dialog.accept());
    await row('Maya Okafor').getByRole('button', { name: 'Delete Maya C. Okafor' }).click();
    await expectToast(page, 'User Deleted', 'Maya C. Okafor’s account was deleted.');

    await theirs.getByRole('button', { name: 'Update Profile' }).click();
    await theirs.waitForURL('**/auth');
    await expectToast(
      theirs,
      'You have been logged out',
      'Your session has ended. Please log in to continue. What you typed is kept.',
      'destructive',
    );
    await theirs.getByLabel('Email').fill(maya.email);
    await theirs.getByLabel('Password', { exact: true }).fill(maya.password);
    await theirs.getByRole('button', { name: 'Log In' }).click();
    await expectToast(theirs, 'Login failed', 'Invalid email or password', 'destructive');
    expectProblems(theirs, /401/);
  });
});

describe('the flags', () => {
  const descriptionOf = (control: Locator) =>
    control.evaluate((node) =>
      node.ariaDescribedByElements?.map((each) => each.textContent).join(),
    );

  test('change in the row’s menu, also by keyboard, and are in the activity list', async () => {
    const { page, row } = await openPanel();
    const menu = row('Maya Okafor').getByRole('button', {
      name: 'More actions for Maya C. Okafor',
    });
    await menu.click();
    await page.getByRole('menuitemcheckbox', { name: 'Verified', checked: true }).waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByRole('menuitemcheckbox', { name: 'Verified' }).click();
    await expectToast(page, 'User Updated', 'Maya Okafor is no longer verified.');
    await expect.poll(() => row('Maya Okafor').getByText('Verified').count()).toBe(0);
    await menu.focus();
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('menuitemcheckbox', { name: 'Verified' }));
    await page.keyboard.press('ArrowDown');
    await expectFocus(page.getByRole('menuitemcheckbox', { name: 'Admin' }));
    const asked = page.waitForEvent('dialog');
    const pressed = page.keyboard.press('Enter');
    const dialog = await asked;
    expect(dialog.message()).toBe(
      'Make Maya C. Okafor an admin? This account has no confirmed email. Admins can see and delete every account.',
    );
    await dialog.accept();
    await pressed;
    await expectToast(page, 'User Updated', 'Maya Okafor is now an admin.');
    await row('Maya Okafor').getByText('Admin', { exact: true }).waitFor();
    await browser.pool.query(
      "INSERT INTO audit_log (action, subject_id) VALUES ('login', 987654321)",
    );
    await page.getByRole('tab', { name: 'Activity' }).click();
    const record = page.getByRole('table', { name: 'Activity' });
    await record.getByText('Admin granted').waitFor();
    const first = await record.getByRole('row').nth(1).getByRole('cell').allTextContents();
    expect(first.slice(1, 4).join(' ')).toContain('Admin grantedAdmin: No became Yes');
    expect(first[2]).toContain('Ada Min');
    expect(first[3]).toContain('Maya C. Okafor');
    await record.getByText('User unverified').waitFor();
    expect(await record.getByText('Registered').count()).toBe(0);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await record.getByText('Registered').first().waitFor();
    await record.getByText('User 987654321').waitFor();
  });

  test.each(WIDTHS)('a suspended member gets neither flag, on a %s', async (_, viewport) => {
    const REFUSAL = 'Suspended members can’t be verified.';
    const ROLE_REFUSAL = 'Suspended members can’t be admins.';
    await browser.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [maya.id]);
    const { page, row } = await openPanel({ viewport });
    const asked = requestsTo(page, `/api/admin/users/${maya.id}`);
    const menu = row('Maya Okafor').getByRole('button', { name: /^More actions/ });
    const verified = page.getByRole('menuitemcheckbox', { name: 'Verified', exact: true });
    const role = page.getByRole('menuitemcheckbox', { name: 'Admin', exact: true });

    // The badge can still be taken away.
    await menu.click();
    expect(await verified.getAttribute('aria-disabled')).toBe(null);
    await verified.click();
    await expectToast(page, 'User Updated', 'Maya Okafor is no longer verified.');
    await expect.poll(() => row('Maya Okafor').getByText('Verified').count()).toBe(0);
    asked.length = 0;

    await menu.focus();
    await page.keyboard.press('Enter');
    await expectFocus(verified);
    await verified.and(page.getByRole('menuitemcheckbox', { disabled: true })).waitFor();
    expect(await descriptionOf(verified)).toBe(REFUSAL);
    await verified.getByText(REFUSAL).waitFor();
    expect(await descriptionOf(role)).toBe(ROLE_REFUSAL);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectFocus(verified);
    await page.keyboard.press('Escape');

    await row('Maya Okafor').getByRole('button', { name: 'Maya Okafor', exact: true }).click();
    const person = page.getByRole('dialog', { name: 'Maya Okafor' });
    const verify = person.getByRole('button', { name: 'Verify', exact: true, disabled: true });
    expect(await descriptionOf(verify)).toBe(REFUSAL);
    await person.getByText(REFUSAL).waitFor();
    await expectAccessible(page);
    await verify.press('Enter');
    await person.getByRole('button', { name: 'More actions' }).press('Enter');
    await expectFocus(role);
    await page.keyboard.press('Enter');
    expect(await descriptionOf(role)).toBe(ROLE_REFUSAL);
    expect(asked).toEqual([]);
  });

  test('the last admin cannot be demoted', async () => {
    const { page, row } = await openPanel();
    page.on('dialog', (dialog) => void dialog.accept());
    await row('Ada Min').getByRole('button', { name: 'More actions for Ada Min' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Admin' }).click();
    await expectToast(page, 'Update Failed', /admin/, 'destructive');
    await row('Ada Min').getByText('Admin', { exact: true }).waitFor();
    expectProblems(page, /409/);
  });
});

describe('a name', () => {
  test.each(WIDTHS)(
    'opens the person: handles as links, history, Verify, on a %s',
    async (_, viewport) => {
      await browser.pool.query('UPDATE users SET is_verified = false WHERE id = $1', [maya.id]);
      const { page, row } = await openPanel({ viewport });
      await row('Maya Okafor').getByRole('button', { name: 'Maya Okafor', exact: true }).click();
      const person = page.getByRole('dialog', { name: 'Maya Okafor' });
      await person.getByText(`@${maya.username}`).waitFor();
      await person.getByText(`${maya.email} (not confirmed)`, { exact: true }).waitFor();
      await expectFocus(person.getByRole('heading', { name: 'Maya Okafor' }));
      const links = person.getByRole('list', { name: 'Payment names' }).getByRole('link');
      expect(await links.first().getAttribute('href')).toMatch(
        /^https:\/\/(venmo|www\.paypal)\.com\//,
      );
      await person.getByRole('link', { name: 'Open public card' }).waitFor();
      await person.getByText('Registered').waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await person.getByRole('button', { name: 'Verify', exact: true }).click();
      await person.getByRole('button', { name: 'Remove Verified' }).waitFor();
      await person.getByText('User verified').waitFor();
      page.on('dialog', (dialog) => void dialog.dismiss());
      await person.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete account' }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await person.waitFor();
      await person.getByRole('button', { name: 'Close' }).click();
      await person.waitFor({ state: 'detached' });
      await row('Maya Okafor').waitFor();
    },
  );
});

test('pressing Enter twice on a name opens the person and changes nothing', async () => {
  const { rows } = await browser.pool.query(
    "INSERT INTO users (name) VALUES ('Bare Bones') RETURNING id",
  );
  const { page, row } = await openPanel();
  const asked = requestsTo(page, `/api/admin/users/${rows[0].id}`);
  await row('Bare Bones').getByRole('button', { name: 'Bare Bones', exact: true }).press('Enter');
  const person = page.getByRole('dialog', { name: 'Bare Bones' });
  await person.getByText('Not provided', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  // A change would have been sent by now.
  await person.getByRole('button', { name: 'Close' }).click();
  await person.waitFor({ state: 'detached' });
  expect(asked).toEqual([]);
});

test.each(WIDTHS)('is accessible on a %s', async (_, viewport) => {
  await registerPerson(browser, {
    name: 'Maximiliane-Konstantina Alexandropoulos-Featherstonehaugh',
    screenName: 'TheCornerShopWithTheLongestNameInTheWholeDirectory',
    handles: { cashapp: '$a', paypal: '@b', applepay: 'apple.pay/c', venmo: '@d-d-d' },
  });
  const { page } = await openPanel({ viewport });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('table', { name: 'Activity' }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('on a tablet the table fits, and names break between words only', async () => {
  const { page, row } = await openPanel({ viewport: { width: 768, height: 1024 } });
  await expectNoSidewaysScroll(page);
  const table = await page.getByRole('table').boundingBox();
  expect(table?.width).toBeLessThanOrEqual(768 - 48);
  const name = await row('Maya Okafor').getByText('Maya Okafor', { exact: true }).boundingBox();
  expect(name?.height).toBeLessThan(60);
});

test('on a phone every row is a card with labels', async () => {
  const { row } = await openPanel({});
  const card = row('Maya Okafor');
  for (const label of ['Email', 'Username', 'Payment Accounts', 'Status', 'Created']) {
    expect(await card.getByText(label, { exact: true }).isVisible()).toBe(true);
  }
  const box = await card.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390 - 32);
});

test('the table fits a screen of 1024 px', async () => {
  const { page, row } = await openPanel({ viewport: { width: 1024, height: 768 } });
  await row('Maya Okafor').waitFor();
  await expectNoSidewaysScroll(page);
});

test.each([
  ['wolfgang.featherstonehaugh.lee', 'breaks after its signs', /[._-]$/],
  ['featherstonehaughalexandropoul', 'breaks anywhere', /[a-z]$/],
])('at 1024 px the username %s %s', async (username, _how, lineEnd) => {
  await browser.pool.query('UPDATE users SET username = $2 WHERE id = $1', [maya.id, username]);
  const { page, row } = await openPanel({ viewport: { width: 1024, height: 768 } });
  const cell = row('Maya Okafor').getByText(username);
  const lines = await linesOf(cell);
  expect(lines.join('')).toBe(username);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(0, -1)) expect(line).toMatch(lineEnd);
  const hasMore = () => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await hasMore()).toBe(false);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await hasMore(), 'whole on a phone').toBe(false);
  await expectNoSidewaysScroll(page);
});

test('a refused change shows what is there now', async () => {
  const gone = await registerPerson(browser, { name: 'Soon Gone' });
  const { page, row } = await openPanel();
  await row('Soon Gone').getByRole('button', { name: 'Soon Gone', exact: true }).click();
  // The history makes the dialog higher, which moves its buttons.
  await page.getByRole('dialog').getByText('Registered').waitFor();
  await browser.pool.query('DELETE FROM users WHERE id = $1', [gone.id]);
  expect(await page.locator('tbody tr', { hasText: 'Soon Gone' }).count()).toBe(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  // Not by its role: the dialog may hide the table.
  await page.locator('tbody tr', { hasText: 'Soon Gone' }).waitFor({ state: 'detached' });
  expectProblems(page, /404/);
});
