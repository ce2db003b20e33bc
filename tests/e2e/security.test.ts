import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import {
  expectFieldError,
  expectFocus,
  expectProblems,
  fillAndLeave,
  holdBack,
} from '#tests/support/forms.ts';
import { linkMailedTo } from '#tests/support/outbox.ts';
import { logIn, type PersonRecipe, registerPerson } from '#tests/support/people.ts';
import {
  deletionsBy,
  expectNoSidewaysScroll,
  expectToast,
  pressTwice,
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

async function openSecurity(recipe: Partial<PersonRecipe> = {}, options: VisitOptions = {}) {
  members += 1;
  const screenName = `Safe Member ${members}`;
  const person = await registerPerson(browser, { name: 'Safe Member', screenName, ...recipe });
  const page = await visit(browser, '/profile/security', {
    viewport: DESKTOP,
    ...options,
    as: person,
  });
  await page.getByRole('heading', { name: 'Devices signed in' }).waitFor();
  return { page, person };
}

describe('the areas of My Account', () => {
  test('have addresses of their own and keep what was typed', async () => {
    const person = await registerPerson(browser, { name: 'Two Areas' });
    const page = await visit(browser, '/profile', { viewport: DESKTOP, as: person });
    const areas = page.getByRole('navigation', { name: 'My Account' });
    const [myPage, security] = ['My page', 'Security'].map((name) =>
      areas.getByRole('link', { name }),
    );
    expect(await myPage?.getAttribute('aria-current')).toBe('page');
    await page.getByLabel('Website (optional)').fill('https://half-typed.example');
    await security?.click();
    await page.waitForURL('**/profile/security');
    await page.getByRole('heading', { name: 'My Account' }).waitFor();
    await expect.poll(() => security?.getAttribute('aria-current')).toBe('page');
    await expect.poll(() => page.title()).toMatch(/^Security/);
    await myPage?.click();
    await page.waitForURL('**/profile');
    await expect
      .poll(() => page.getByLabel('Website (optional)').inputValue())
      .toBe('https://half-typed.example');
  });

  test('Security requests each of its lists once', async () => {
    const person = await registerPerson(browser, { name: 'Asked Once' });
    const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
    const lists = ['/api/sessions', '/api/passkeys', '/api/me/security'];
    const asked = lists.map((address) => requestsTo(page, address));
    // The last one that is requested.
    const activity = page.waitForResponse('**/api/me/activity?**');
    await page.goto('/profile/security');
    await activity;
    await page.getByText('This device').waitFor();
    expect(asked).toEqual(lists.map((address) => [`GET ${address}`]));
  });

  test('Security redirects a visitor to the login and back', async () => {
    const person = await registerPerson(browser, { name: 'Came Back' });
    const page = await visit(browser, '/profile/security', { viewport: DESKTOP });
    await page.waitForURL('**/auth');
    await logIn(page, person);
    await page.waitForURL('**/profile/security');
    await page.getByRole('heading', { name: 'Recent security activity' }).waitFor();
  });
});

describe('the password', () => {
  test('is changed, and other devices are signed out', async () => {
    const { page, person } = await openSecurity({ name: 'New Pass' });
    const there = await visit(browser, '/', { viewport: DESKTOP, as: person });
    await there.getByRole('button', { name: 'Account menu for' }).waitFor();
    const current = page.getByLabel('Current password', { exact: true });
    const next = page.getByLabel('New password', { exact: true });
    const submit = page.getByRole('button', { name: 'Change Password' });
    await page.getByText('Changing it signs out your other devices.').waitFor();
    await submit.click();
    await expectFieldError(current, 'Password is required');
    await fillAndLeave(next, 'short');
    await expectFieldError(next, 'Password must be at least 8 characters');
    await expectAccessibleInEveryLook(page);
    await current.fill('not my password');
    await next.fill('three random words');
    await submit.click();
    await expectFieldError(current, 'That password doesn’t match. Try again.');
    await expectFocus(current);
    await current.fill(person.password);
    const letGo = await holdBack(page, '/api/me/password');
    await submit.click();
    await page.getByRole('button', { name: 'Changing...' }).waitFor();
    letGo();
    await expectToast(page, 'Password Changed', 'Your other devices are signed out.');
    await expect.poll(() => current.inputValue()).toBe('');
    expect(await next.inputValue()).toBe('');
    await page.getByText(/^Last changed \w+ \d+, \d{4}\. Changing it signs out/).waitFor();
    const activity = page.getByRole('list', { name: 'Recent security activity' });
    await activity.getByText('Password changed').waitFor();
    const devices = page.getByRole('list', { name: 'Devices signed in' }).getByRole('listitem');
    await expect.poll(() => devices.count()).toBe(1);

    await there.goto('/profile');
    await there.waitForURL('**/auth');
    await logIn(there, { ...person, password: 'three random words' });
    await there.waitForURL('**/profile');
    expectProblems(page, /400/);
    expectProblems(there, /401/);
  });
});

describe('recent security activity', () => {
  test('shows what happened, newest first, five at a time', async () => {
    const { page, person } = await openSecurity({
      name: 'Many Events',
      handles: { venmo: '@maya-ok' },
    });
    const row = (action: string, details: object) =>
      browser.pool.query(
        "INSERT INTO audit_log (action, subject_id, ip, details) VALUES ($1, $2, '203.0.113.7', $3)",
        [action, person.id, JSON.stringify(details)],
      );
    await row('email-confirmed', {});
    await row('passkey-added', { name: 'MacBook Air' });
    for (let attempt = 0; attempt < 5; attempt += 1) await row('login-failed', {});
    await row('new-device', { device: 'Chrome on Windows' });
    await row('other-sessions-ended', {});
    await row('username-changed', { from: 'maya', to: 'mayaokafor' });
    await row('handle-removed', { platform: 'cashapp', from: '$maya' });
    await row('handle-changed', { platform: 'venmo', from: '@maya-ok', to: '@maya-okafor' });
    await page.reload();
    const rows = page.getByRole('list', { name: 'Recent security activity' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(5);
    const texts = await rows.allTextContents();
    expect(texts[0]).toMatch(
      /^Venmo name changed@maya-ok to @maya-okafor\w+ \d+, \d+:\d\d [AP]M · 203\.0\.113\.7$/,
    );
    expect(texts[1]).toMatch(/^Cash App name removed\$maya/);
    expect(texts[2]).toMatch(/^Username changedmaya to mayaokafor/);
    expect(texts[3]).toMatch(/^Signed out everywhere else/);
    expect(texts[4]).toMatch(/^Signed in on a new deviceChrome on Windows/);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(5);
    await expectFocus(rows.nth(5));
    const more = await rows.allTextContents();
    expect(more[5]).toMatch(/^Wrong password, 5 timesNobody got in\./);
    expect(more[6]).toMatch(/^Passkey addedMacBook Air/);
    expect(more[7]).toMatch(/^Email confirmed/);
    await expectAccessibleInEveryLook(page);
  });

  test('leaves the focus to somebody who moved on while more loads', async () => {
    const person = await registerPerson(browser, { name: 'Moved On' });
    await browser.pool.query(
      `INSERT INTO audit_log (action, actor_id, subject_id, details)
       SELECT 'other-sessions-ended', $1, $1, '{}' FROM generate_series(1, 8)`,
      [person.id],
    );
    const page = await visit(browser, '/profile/security', { viewport: DESKTOP, as: person });
    const rows = page.getByRole('list', { name: 'Recent security activity' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(5);
    const letGo = await holdBack(page, '/api/me/activity?*');
    await page.getByRole('button', { name: 'Show more' }).click();
    const field = page.getByRole('textbox', { name: 'Current password' });
    await field.focus();
    letGo();
    await expect.poll(() => rows.count()).toBeGreaterThan(5);
    await expectFocus(field);
  });

  test('shows an error that can be retried', async () => {
    const person = await registerPerson(browser, { name: 'No Events' });
    const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
    await page.route('**/api/me/activity*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/profile/security');
    await page.getByText('Failed to fetch your activity. Please try again.').waitFor();
    await page.unroute('**/api/me/activity*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Nothing yet.').waitFor();
    expectProblems(page, /500/);
  });
});

test('a double click signs a device out once', async () => {
  const { page, person } = await openSecurity();
  await visit(browser, '/', { as: person });
  await page.reload();
  const sent = deletionsBy(page);
  const devices = page.getByRole('list', { name: 'Devices signed in' }).getByRole('listitem');
  await expect.poll(() => devices.count()).toBe(3);
  await pressTwice(devices.getByRole('button', { name: 'Sign out' }).first());
  await expect.poll(() => devices.count()).toBe(2);
  await expectToast(page, 'Device Signed Out', /is signed out/);
  expect(sent).toHaveLength(1);
});

test.each(WIDTHS)('is accessible on a %s', async (_, viewport) => {
  const { page } = await openSecurity({}, { viewport });
  await page.getByText('This device').waitFor();
  await page.getByText('Nothing yet.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await expectNoSidewaysScroll(page);
});

describe('a new email of a confirmed account', () => {
  test('waits for its link; it can be sent again and canceled', async () => {
    const person = await registerPerson(browser, { name: 'Two Mails' });
    const page = await visit(
      browser,
      await linkMailedTo(browser, person.email, 'Confirm your email'),
      { viewport: DESKTOP, as: person },
    );
    await page.getByRole('link', { name: 'Go to My Account' }).click();
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('new-address@example.com');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expectToast(
      page,
      'Profile Updated',
      'Follow the link we sent to new-address@example.com to change your email.',
    );
    const waiting = page.getByText('Waiting for you to confirm new-address@example.com.');
    await waiting.waitFor();
    await expect.poll(() => email.inputValue()).toBe(person.email);
    await expectAccessibleInEveryLook(page);
    await page.getByRole('button', { name: 'Resend' }).click();
    await expectToast(page, 'Email Sent', 'Follow the link in it to finish.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'Change Canceled', `Your email is still ${person.email}.`);
    await waiting.waitFor({ state: 'detached' });
    await expectFocus(email);
    await page.getByText('For logging in. Visitors never see it.').waitFor();
  });
});

test('devices that did not load can be asked for again', async () => {
  const person = await registerPerson(browser, { name: 'No Devices' });
  const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
  await page.route('**/api/sessions', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/profile/security');
  const error = page.getByRole('alert').filter({ hasText: 'Failed to fetch your devices' });
  await error.waitFor();
  await page.unroute('**/api/sessions');
  await error.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('This device', { exact: true }).waitFor();
  expectProblems(page, /500/);
});
