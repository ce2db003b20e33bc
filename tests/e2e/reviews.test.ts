import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { expectFieldError, expectFocus, expectProblems } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
  keepToasts,
  toastOf,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let admin: RegisteredPerson;
let bakery: RegisteredPerson;
let theo: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  await browser.pool.query('DELETE FROM users');
  admin = await registerPerson(browser, { name: 'Ada Min', isAdmin: true });
  bakery = await registerPerson(browser, {
    name: 'Corner Bakery',
    handles: { cashapp: '$cornerbakery' },
  });
  theo = await registerPerson(browser, {
    name: 'Theo Lindqvist',
    handles: { venmo: '@theo-lindqvist', paypal: '@theolindqvist' },
  });
});

const send = async (path: string, body: object) => {
  const response = await fetch(browser.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: browser.url },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
};

const reportBakery = () =>
  send('/api/reports', {
    userId: bakery.id,
    reason: 'wrong-handle',
    details: 'Cash App showed another person’s name.',
  });

const askForTheo = () =>
  browser.pool.query(
    `INSERT INTO reviews (kind, user_id, note) VALUES ('verification', $1, 'I teach the piano.')`,
    [theo.id],
  );

async function openReviews(options: VisitOptions = { viewport: DESKTOP }) {
  const page = await visit(browser, '/admin', { ...options, as: admin });
  await page.getByRole('tab', { name: 'Review' }).click();
  const item = (name: string) => page.getByRole('article', { name });
  const filter = (name: string | RegExp) =>
    page.getByRole('group', { name: 'Show' }).getByRole('button', { name });
  return { page, item, filter };
}

describe('the review tab', () => {
  test('says when there is nothing to review', async () => {
    const { page } = await openReviews();
    await page.getByText('Nothing to review.').waitFor();
    await page.getByRole('button', { name: 'All 0' }).waitFor();
    await expectAccessibleInEveryLook(page);
  });

  test.each(WIDTHS)('shows items with their facts on a %s', async (_, viewport) => {
    await registerPerson(browser, {
      name: 'Maya Okafor',
      isVerified: true,
      handles: { cashapp: '$mayaokafor', venmo: '@maya-okafor' },
    });
    await registerPerson(browser, {
      name: 'Maya 0kafor',
      handles: { cashapp: '$mayaokaf0r' },
    });
    await reportBakery();
    await askForTheo();
    const { page, item, filter } = await openReviews({ viewport });
    const tabs = page.getByRole('tab');
    await expect
      .poll(() => tabs.allTextContents())
      .toEqual(['Users', 'Review 3 waiting', 'Activity']);
    const report = item('Report: Corner Bakery');
    await report.getByText('“Cash App showed another person’s name.”').waitFor();
    await report.getByText('1 person reported this page').waitFor();
    await report.getByText('$cornerbakery').first().waitFor();
    const lookalike = item('Look-alike: Maya 0kafor');
    await lookalike.getByText('A page looks like a verified one').waitFor();
    expect(await lookalike.locator('mark').allTextContents()).toContain('0');
    const verification = item('Verification: Theo Lindqvist');
    await verification.getByText('“I teach the piano.”').waitFor();
    await verification.getByText('Email not confirmed').waitFor();
    await verification.getByText('No open reports').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInEveryLook(page);
    await filter('Verification 1').click();
    await report.waitFor({ state: 'detached' });
    await verification.waitFor();
    await filter('All 3').click();
    await report.waitFor();
  });

  test('dismisses at once and can undo it', async () => {
    await reportBakery();
    const { page, item } = await openReviews({ viewport: DESKTOP, before: keepToasts });
    const report = item('Report: Corner Bakery');
    await report.getByRole('button', { name: 'Dismiss' }).click();
    await expectToast(page, 'Dismissed', 'Nothing changes for Corner Bakery.');
    await page.getByText('Nothing to review.').waitFor();
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Reopened', 'Corner Bakery waits for a review again.');
    await report.waitFor();
  });

  test('verifies', async () => {
    await askForTheo();
    const { page, item } = await openReviews();
    const verification = item('Verification: Theo Lindqvist');
    await verification.getByRole('button', { name: 'Verify' }).click();
    await expectToast(page, 'Verified', 'Theo Lindqvist is now verified.');
    await page.getByText('Nothing to review.').waitFor();
    const { rows } = await browser.pool.query('SELECT is_verified FROM users WHERE id = $1', [
      theo.id,
    ]);
    expect(rows).toEqual([{ is_verified: true }]);
  });

  test('does not verify a profile that changed since, and shows it as it is', async () => {
    await askForTheo();
    const { page, item } = await openReviews();
    const verification = item('Verification: Theo Lindqvist');
    await verification.getByText('@theo-lindqvist').first().waitFor();
    await browser.pool.query(
      `UPDATE payment_accounts SET username = '@thief' WHERE user_id = $1 AND platform = 'venmo'`,
      [theo.id],
    );
    await verification.getByRole('button', { name: 'Verify' }).click();
    await expectToast(
      page,
      'Not Done',
      'This profile changed since you opened it. Look again.',
      'destructive',
    );
    await verification.getByText('@thief').first().waitFor();
    expectProblems(page, /409/);
  });

  test.each(WIDTHS)('suspends with words to the member on a %s', async (_, viewport) => {
    await reportBakery();
    const { page, item } = await openReviews({ viewport });
    await item('Report: Corner Bakery').getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Suspend Corner Bakery?' });
    await dialog.waitFor();
    await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
    const suspend = dialog.getByRole('button', { name: 'Suspend', exact: true });
    const words = dialog.getByLabel('Words to the member');
    await suspend.click();
    await expectFieldError(words, 'Please tell the member why');
    await expectAccessibleInEveryLook(page);
    await dialog.getByRole('radio', { name: 'A payment name isn’t theirs' }).click();
    expect(await words.inputValue()).toBe('A payment name on your page belongs to someone else.');
    await words.fill('The Cash App name belongs to someone else.');
    await suspend.click();
    await expectToast(page, 'Suspended', 'Corner Bakery is in no search any more.');
    await page.getByText('Nothing to review.').waitFor();
    const { rows } = await browser.pool.query(
      'SELECT suspended_reason AS reason FROM users WHERE id = $1',
      [bakery.id],
    );
    expect(rows).toEqual([{ reason: 'The Cash App name belongs to someone else.' }]);
  });
});
