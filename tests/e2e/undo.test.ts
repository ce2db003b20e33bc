import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { linkMailedTo } from '#tests/support/outbox.ts';
import { logIn, registerPerson } from '#tests/support/people.ts';
import { expectToast, requestsTo, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const EXPIRED =
  'This link is invalid or has expired. If someone else has your account, request a new password.';

describe('undoing a change', () => {
  test('happens with the button only, and says what happened', async () => {
    const person = await registerPerson(browser, {
      name: 'Un Do',
      handles: { cashapp: '$mine' },
    });
    const there = await visit(browser, '/profile?tab=cashapp', { viewport: DESKTOP, as: person });
    await there.getByText('Visible to visitors').waitFor();
    await there.getByLabel('Cash App username').fill('$thief');
    await there.getByRole('button', { name: 'Save Cash App' }).click();
    await expectToast(there, 'Payment Account Updated', /Cash App/);

    const link = await linkMailedTo(browser, person.email, 'Your payment name was changed');
    expect(link).toMatch(/^\/undo\?token=/);
    const page = await visit(browser, '/', { viewport: DESKTOP });
    const posted = requestsTo(page, '/api/undo');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Undo this change' }).waitFor();
    await page.getByText(/logs out all devices/).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expectAccessibleInEveryLook(page);
    expect(posted).toEqual([]);
    const letGo = await holdBack(page, '/api/undo');
    await page.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByRole('button', { name: 'Undoing...' }).waitFor();
    letGo();
    await expectFocus(page.getByRole('heading', { name: 'Change undone' }));
    await page
      .getByText(
        'Your previous payment name is back: $mine. Check Cash App $mine, which was added in the last 7 days. All devices were logged out. We sent you a link to choose a new password.',
      )
      .waitFor();
    await expectAccessibleInEveryLook(page);
    const { rows } = await browser.pool.query(
      'SELECT username FROM payment_accounts WHERE user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ username: '$mine' }]);
    await there.goto('/profile');
    await there.waitForURL('**/auth');
    await linkMailedTo(browser, person.email, 'Reset your password');

    // It works once.
    await page.goto(link);
    await page.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByText(EXPIRED).waitFor();
    expectProblems(page, /400/);
    expectProblems(there, /401/);
  });
});

describe('signing out everywhere', () => {
  test('is offered for a device that one does not know', async () => {
    const person = await registerPerson(browser, { name: 'Not Me' });
    const there = await visit(browser, '/auth', { viewport: DESKTOP });
    await logIn(there, person);
    await there.waitForURL((url) => url.pathname === '/');
    const link = await linkMailedTo(browser, person.email, 'New login to your account');
    expect(link).toMatch(/^\/not-me\?token=/);
    const page = await visit(browser, link, { viewport: DESKTOP });
    await page.getByRole('heading', { name: 'Not you?' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expectAccessibleInEveryLook(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expectFocus(page.getByRole('heading', { name: 'Signed out everywhere' }));
    await page
      .getByText('All devices were logged out. We sent you a link to choose a new password.')
      .waitFor();
    await expectAccessibleInEveryLook(page);
    await there.goto('/profile');
    await there.waitForURL('**/auth');
    await linkMailedTo(browser, person.email, 'Reset your password');
    expectProblems(there, /401/);
  });
});

test.each([
  ['/undo', 'Change not undone', 'Undo this change'],
  ['/not-me', 'Not signed out', 'Sign out everywhere'],
])('%s leads to a new password without a link that works', async (address, heading, button) => {
  const page = await visit(browser, address, { viewport: DESKTOP });
  await page.getByRole('heading', { name: heading }).waitFor();
  await page.getByText(EXPIRED).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.goto(`${address}?token=made-up`);
  await page.getByRole('button', { name: button }).click();
  await expectFocus(page.getByRole('heading', { name: heading }));
  await page.getByRole('link', { name: 'Request a new password' }).click();
  await page.waitForURL('**/forgot-password');
  expectProblems(page, /400/);
});
