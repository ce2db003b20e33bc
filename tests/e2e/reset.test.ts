import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import {
  expectFieldError,
  expectFieldFine,
  expectFocus,
  expectProblems,
  fillAndLeave,
  holdBack,
} from '#tests/support/forms.ts';
import { linkMailedTo } from '#tests/support/outbox.ts';
import { logIn, registerPerson } from '#tests/support/people.ts';
import { expectToast, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function requestLink(email: string) {
  const page = await visit(browser, '/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  return page;
}

describe('a forgotten password', () => {
  test('asks for an email, shows that it is busy, then what to do', async () => {
    const page = await visit(browser, '/forgot-password');
    const email = page.getByLabel('Email');
    const send = page.getByRole('button', { name: 'Send reset link' });
    await send.click();
    await expectFieldError(email, 'Email is required');
    await expectFocus(email);
    await fillAndLeave(email, 'nobody');
    await expectFieldError(email, 'Please enter a valid email address');
    await email.fill('nobody@example.com');
    await expectFieldFine(email);
    const letGo = await holdBack(page, '/api/forgot-password');
    await send.click();
    await page.getByRole('button', { name: 'Sending...' }).waitFor();
    letGo();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.getByText('If an account exists with that email, a reset link was sent.').waitFor();
    await page
      .getByText('Nothing there? Check your spam folder, or try again in a few minutes.')
      .waitFor();
    await expectToast(
      page,
      'Password reset requested',
      "If an account exists with that email, you'll receive a reset link shortly.",
    );
    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.waitForURL('**/auth');
  });

  test.each([
    ['the server’s sentence', { status: 429, json: { error: 'Too often.' } }, 'Too often.'],
    ['words of our own', { status: 500, body: '' }, 'Failed to send password reset email'],
  ])('shows %s after a failure', async (_, answer, words) => {
    const page = await visit(browser, '/forgot-password');
    await page.route('**/api/forgot-password', (route) => route.fulfill(answer));
    await page.getByLabel('Email').fill('june@example.com');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expectToast(page, 'Request failed', words, 'destructive');
    expectProblems(page, /429|500/);
  });
});

describe('choosing a new password', () => {
  test('works from the mail to the login', async () => {
    const person = await registerPerson(browser, { name: 'Reset Me' });
    await requestLink(person.email);
    const link = await linkMailedTo(browser, person.email, 'Reset your password');
    const page = await visit(browser, link);
    await page.waitForURL((url) => url.pathname === '/reset-password' && url.search === '');
    // The token survives a reload, although it is no longer in the URL.
    await page.reload();
    await page.getByText('All your devices are logged out when you change it.').waitFor();
    await page.getByText(/^If your email was never confirmed, .* are removed too/).waitFor();
    const password = page.getByLabel('New Password', { exact: true });
    const again = page.getByLabel('Confirm New Password', { exact: true });
    const submit = page.getByRole('button', { name: 'Reset password' });
    await submit.click();
    await expectFieldError(password, 'Password is required');
    await expectFieldError(again, 'Please confirm your password');
    await expectFocus(password);
    await fillAndLeave(password, 'short');
    await expectFieldError(password, 'Password must be at least 8 characters');
    await fillAndLeave(password, 'a brand new password');
    await fillAndLeave(again, 'a brand new passport');
    await expectFieldError(again, "Passwords don't match");
    await password.fill('a brand new passport');
    await expectFieldFine(again);
    await page.getByRole('button', { name: 'Show new password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    expect(await again.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show confirm new password' }).click();
    expect(await again.getAttribute('type')).toBe('text');
    const letGo = await holdBack(page, '/api/reset-password');
    await submit.click();
    await page.getByRole('button', { name: 'Resetting...' }).waitFor();
    letGo();
    await page.getByRole('heading', { name: 'Password Reset Complete' }).waitFor();
    await expectToast(
      page,
      'Password reset successful',
      'Your password has been updated. You can now login with your new password.',
    );
    await page.getByRole('link', { name: 'Continue to login' }).click();
    await page.waitForURL('**/auth');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('a brand new passport');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expectToast(page, 'Login successful', 'Welcome back, Reset Me.');
  });

  test('shows that a link was used and offers a new one', async () => {
    const page = await visit(browser, '/reset-password?token=used-up');
    await page.getByLabel('New Password', { exact: true }).fill('a brand new password');
    await page.getByLabel('Confirm New Password', { exact: true }).fill('a brand new password');
    await page.getByRole('button', { name: 'Reset password' }).click();
    const sentence = 'This reset link is invalid or has expired. Please request a new one.';
    await expectToast(page, 'Reset failed', sentence, 'destructive');
    await page.getByRole('alert').getByText(sentence).waitFor();
    await page.getByRole('link', { name: 'Request new reset link' }).click();
    await page.waitForURL('**/forgot-password');
    expectProblems(page, /400/);
  });

  test('shows a default message for a response without one', async () => {
    const page = await visit(browser, '/reset-password?token=anything');
    await page.route('**/api/reset-password', (route) => route.fulfill({ status: 502 }));
    await page.getByLabel('New Password', { exact: true }).fill('a brand new password');
    await page.getByLabel('Confirm New Password', { exact: true }).fill('a brand new password');
    await page.getByRole('button', { name: 'Reset password' }).click();
    const words = 'Failed to reset password. The link may have expired.';
    await expectToast(page, 'Reset failed', words, 'destructive');
    expectProblems(page, /502/);
  });

  test('shows an error without a token', async () => {
    const page = await visit(browser, '/reset-password');
    await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
    await page.getByText('This password reset link is invalid or has expired.').waitFor();
    await page.getByRole('link', { name: 'Back to login' }).waitFor();
    await page.getByRole('link', { name: 'Request new reset link' }).click();
    await page.waitForURL('**/forgot-password');
  });
});

describe('confirming an email', () => {
  test('the mailed link confirms it, also for a member who is signed in', async () => {
    const person = await registerPerson(browser, { name: 'Con Firm' });
    const link = await linkMailedTo(browser, person.email, 'Confirm your email');
    const page = await visit(browser, link, { viewport: DESKTOP, as: person });
    await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Go to My Account' }).click();
    await page.waitForURL('**/profile');
  });

  test('without a session leads through the login and back to the link', async () => {
    const person = await registerPerson(browser, { name: 'Else Where' });
    const link = await linkMailedTo(browser, person.email, 'Confirm your email');
    const page = await visit(browser, link, { viewport: DESKTOP });
    await page.getByRole('heading', { name: 'Log in to confirm your email' }).waitFor();
    await page.getByText('Log in to this account to finish.').waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await page.waitForURL('**/auth');
    await logIn(page, person);
    await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/confirm-email');
    expectProblems(page, /401/);
  });

  test('in another account’s session leads through logout and login', async () => {
    const person = await registerPerson(browser, { name: 'Right Account' });
    const other = await registerPerson(browser, { name: 'Wrong Account' });
    const link = await linkMailedTo(browser, person.email, 'Confirm your email');
    const page = await visit(browser, link, { viewport: DESKTOP, as: other });
    await page.getByText(`You are logged in to another one, ${other.email}.`).waitFor();
    await page.getByRole('button', { name: 'Log out and continue' }).click();
    await page.waitForURL('**/auth');
    await logIn(page, person);
    await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
    expectProblems(page, /401/);
  });

  test('an account that somebody else made is deleted with one button', async () => {
    const person = await registerPerson(browser, { name: 'Not Me' });
    const link = await linkMailedTo(browser, person.email, 'Confirm your email');
    const disown = link.replace('/confirm-email', '/disown-account');
    const page = await visit(browser, disown, { viewport: DESKTOP });
    await page.getByRole('heading', { name: 'Not your account?' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expectAccessibleInEveryLook(page);
    const count = async () =>
      (await browser.pool.query('SELECT FROM users WHERE id = $1', [person.id])).rowCount;
    expect(await count()).toBe(1);
    await page.getByRole('button', { name: 'Delete this account' }).click();
    await page.getByRole('heading', { name: 'Account deleted' }).waitFor();
    expect(await count()).toBe(0);
    await page.goto(disown);
    await page.getByRole('button', { name: 'Delete this account' }).click();
    await page.getByRole('heading', { name: 'Account not deleted' }).waitFor();
    expectProblems(page, /400/);
  });

  test('a confirmed account is not deleted, and the button goes', async () => {
    const person = await registerPerson(browser, { name: 'Me After All' });
    const link = await linkMailedTo(browser, person.email, 'Confirm your email');
    const page = await visit(browser, link.replace('/confirm-email', '/disown-account'));
    await browser.pool.query('UPDATE users SET email_proven_at = now() WHERE id = $1', [person.id]);
    const remove = page.getByRole('button', { name: 'Delete this account' });
    await remove.click();
    await page.getByRole('heading', { name: 'Account not deleted' }).waitFor();
    await page.getByText(/^This account’s email was confirmed/).waitFor();
    expect(await remove.count()).toBe(0);
    expectProblems(page, /409/);
  });

  test('an invalid link shows an error', async () => {
    const page = await visit(browser, '/confirm-email?token=made-up');
    await page.getByRole('heading', { name: 'Email not confirmed' }).waitFor();
    await page.getByText(/^This confirmation link is invalid or has expired\./).waitFor();
    await page.getByRole('link', { name: 'Continue to login' }).waitFor();
    await expectAccessibleInEveryLook(page);
    expectProblems(page, /400/);
  });
});

test.each(WIDTHS)('every view is accessible on a %s', async (_, viewport) => {
  const page = await visit(browser, '/forgot-password', { viewport });
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expectFieldError(page.getByLabel('Email'), 'Email is required');
  await expectAccessible(page);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await expectAccessible(page);
  await page.goto('/reset-password');
  await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
  await expectAccessible(page);
  await page.goto('/reset-password?token=anything');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expectFieldError(page.getByLabel('New Password', { exact: true }), 'Password is required');
  await expectAccessible(page);
});

test('a confirmation that failed on the way can be tried again', async () => {
  const person = await registerPerson(browser, { name: 'Try Again' });
  const link = await linkMailedTo(browser, person.email, 'Confirm your email');
  const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
  expectProblems(page, /ERR_FAILED/, /500/, /Failed to fetch/);
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await page.route('**/api/confirm-email', (route) => route.abort());
  await page.goto(link);
  await page.getByText('Could not confirm your email. Please try again.').waitFor();
  await page.route('**/api/confirm-email', (route) => route.fulfill({ status: 500, body: '' }));
  await tryAgain.click();
  await expectFocus(page.getByRole('heading', { name: 'Confirm your email' }));
  await page.unroute('**/api/confirm-email');
  await tryAgain.click();
  await expectFocus(page.getByRole('heading', { name: 'Email confirmed' }));
});
