import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { expectFieldError, expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
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
    expect(await lookalike.getByText('today', { exact: true }).count()).toBe(2);
    const verification = item('Verification: Theo Lindqvist');
    await verification.getByText('“I teach the piano.”').waitFor();
    await verification.getByText('Email not confirmed').waitFor();
    await verification.getByText('No open reports').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await filter('Verification 1').click();
    await report.waitFor({ state: 'detached' });
    await verification.waitFor();
    await filter('All 3').click();
    await report.waitFor();
  });

  test('says that a reported member is suspended, and does not offer it again', async () => {
    await reportBakery();
    await browser.pool.query(
      `UPDATE users SET suspended_at = '2026-11-15 12:00Z', suspended_reason = 'Not your name.'
       WHERE id = $1`,
      [bakery.id],
    );
    const { item } = await openReviews();
    const report = item('Report: Corner Bakery');
    await report.getByText('Suspended since Nov 15, 2026: Not your name.').waitFor();
    await report.getByRole('button', { name: 'Dismiss' }).waitFor();
    expect(await report.getByRole('button', { name: 'Suspend' }).count()).toBe(0);
    // There is no page to open.
    expect(await report.getByRole('link', { name: 'Open page' }).count()).toBe(0);
  });

  test('says that there may be more changes of payment names than it counts', async () => {
    await reportBakery();
    await browser.pool.query(
      `INSERT INTO handle_history (user_id, platform, old_handle, new_handle)
       SELECT $1, 'cashapp', '$before' || nth, '$cornerbakery' FROM generate_series(1, 12) AS nth`,
      [bakery.id],
    );
    const { item } = await openReviews();
    await item('Report: Corner Bakery').getByText('10 or more changes').waitFor();
  });

  test.each([
    [320, 568],
    [390, 844],
    [768, 1024],
    [1280, 800],
  ])('lays out a look-alike at %i px', async (width, height) => {
    await registerPerson(browser, {
      name: 'Maya Okafor',
      isVerified: true,
      handles: { cashapp: '$mayaokafor', paypal: '@mayaokafor' },
    });
    await registerPerson(browser, { name: 'Maya 0kafor', handles: { cashapp: '$mayaokaf0r' } });
    const { item } = await openReviews({ viewport: { width, height } });
    const card = item('Look-alike: Maya 0kafor');
    const boxOf = async (locator: ReturnType<typeof item>) => {
      await locator.waitFor();
      const box = await locator.boundingBox();
      if (!box) throw new Error('Not shown');
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    const edge = await boxOf(card);
    for (const name of ['Dismiss', 'Verify', 'Suspend']) {
      const button = await boxOf(card.getByRole('button', { name }));
      expect(button.right, name).toBeLessThanOrEqual(edge.right);
      expect(button.x, name).toBeGreaterThanOrEqual(edge.x);
    }
    // Every row but the last has a line under it, and no text sits on a line.
    const rows = await card.getByText('Joined').evaluate((node) =>
      [...(node.parentElement?.parentElement?.children ?? [])].map((row) => {
        const line = Number.parseFloat(getComputedStyle(row).borderBottomWidth);
        const words = [...row.children].map((cell) => cell.getBoundingClientRect().bottom);
        const heads = [...row.querySelectorAll('p.text-h3')];
        return {
          line,
          space: row.getBoundingClientRect().bottom - line - Math.max(...words),
          heads: heads.map((head) => head.getBoundingClientRect().top),
        };
      }),
    );
    // The heads of both columns begin at the same height.
    expect(rows[0]?.heads).toHaveLength(2);
    expect(rows[0]?.heads[0]).toBe(rows[0]?.heads[1]);
    expect(rows.map(({ line }) => line)).toEqual([1, 1, 1, 1, 1, 0]);
    for (const { space } of rows.slice(0, -1)) expect(space).toBeGreaterThanOrEqual(8);
    const colorOf = (text: string) =>
      card
        .getByText(text, { exact: true })
        .evaluate((node) => getComputedStyle(node).backgroundColor);
    // verified-paypal-soft, as on the cards of the search, and brand-soft.
    expect(await colorOf('Verified')).toBe('rgb(230, 236, 251)');
    expect(await colorOf('Look-alike')).toBe('rgb(255, 243, 209)');
  });

  test('keeps the focus on the next item after one is closed', async () => {
    await reportBakery();
    await askForTheo();
    const { page, item } = await openReviews();
    await item('Report: Corner Bakery').getByRole('button', { name: 'Dismiss' }).click();
    await item('Report: Corner Bakery').waitFor({ state: 'detached' });
    await expectFocus(item('Verification: Theo Lindqvist'));
    await item('Verification: Theo Lindqvist').getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Suspend Theo Lindqvist?' });
    await dialog
      .getByText('They read this on their account only, because it has no confirmed email.')
      .waitFor();
    await dialog.getByRole('radio', { name: 'Scam' }).click();
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(page.getByText('Nothing to review.'));
  });

  test('names the member first in the suspend dialog of a small screen', async () => {
    await reportBakery();
    const { page, item } = await openReviews({ viewport: { width: 320, height: 400 } });
    await item('Report: Corner Bakery').getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Suspend Corner Bakery?' });
    await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
    expect(await dialog.evaluate((node) => node.scrollTop)).toBe(0);
  });

  test('dismisses at once and can undo it', async () => {
    await reportBakery();
    const { page, item } = await openReviews({ viewport: DESKTOP, before: keepToasts });
    const report = item('Report: Corner Bakery');
    await report.getByRole('button', { name: 'Dismiss' }).click();
    await expectToast(page, 'Dismissed', 'Nothing changes for Corner Bakery.');
    await page.getByText('Nothing to review.').waitFor();
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Reopened', 'Corner Bakery is back in the queue.');
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
      'Action Failed',
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
    const words = dialog.getByLabel('Message to the member');
    await suspend.click();
    await expectFieldError(words, 'Please tell the member why');
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: 'A payment name isn’t theirs' }).click();
    expect(await words.inputValue()).toBe('A payment name on your page belongs to someone else.');
    await words.fill('The Cash App name belongs to someone else.');
    const letGo = await holdBack(page, '/api/admin/reviews/*');
    await suspend.click();
    await dialog.getByRole('button', { name: 'Suspending...' }).waitFor();
    // It would look as if nothing happened.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog.getAttribute('data-state')).toBe('open');
    letGo();
    await expectToast(page, 'Suspended', 'Corner Bakery no longer appears in search.');
    await page.getByText('Nothing to review.').waitFor();
    const { rows } = await browser.pool.query(
      'SELECT suspended_reason AS reason FROM users WHERE id = $1',
      [bakery.id],
    );
    expect(rows).toEqual([{ reason: 'The Cash App name belongs to someone else.' }]);
  });
});
