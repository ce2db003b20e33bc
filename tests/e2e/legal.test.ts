import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { bodiesTo, expectFieldError } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import { expectNoSidewaysScroll, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test.each(WIDTHS)('the footer leads to Terms and Privacy, on a %s', async (_, viewport) => {
  const page = await visit(browser, '/', { viewport });
  for (const name of ['Terms', 'Privacy']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    // The title comes with the code.
    await expect.poll(() => page.title()).toBe(`${name} · Payfolk`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test('Contact sends a message', async () => {
  const admin = await registerPerson(browser, { name: 'Ada Admin', isAdmin: true });
  await browser.pool.query('UPDATE users SET email_proven_at = now() WHERE id = $1', [admin.id]);
  const page = await visit(browser, '/contact');
  const sent = bodiesTo(page, '/api/contact');
  await page.getByLabel('Email').fill('visitor@example.com');
  await page.getByLabel('Message').fill('Hi');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expectFieldError(page.getByLabel('Message'), 'Message must be at least 10 characters');
  await expectAccessibleInEveryLook(page);
  await page.getByLabel('Message').fill('How do I change my name?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Thanks for your message. We’ll answer by email.').waitFor();
  expect(sent).toEqual([{ email: 'visitor@example.com', message: 'How do I change my name?' }]);
});

test('Contact shows the operator’s address instead, where there is one', async () => {
  const other = await openBrowser({ CONTACT_EMAIL: 'help@pay.example' });
  const page = await visit(other, '/contact');
  const link = page.getByRole('link', { name: 'help@pay.example' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('mailto:help@pay.example');
  expect(await page.getByLabel('Message').count()).toBe(0);
  await other.close();
});

test('a visitor who comes by a link finds that person first, apart from similar names', async () => {
  const handles = { venmo: '@link-ed' };
  const linked = await registerPerson(browser, { name: 'Lina Linked', handles });
  const other = { ...handles, cashapp: '$link-other' };
  await registerPerson(browser, {
    name: 'Other Person',
    screenName: linked.username,
    handles: other,
  });
  const page = await visit(browser, `/?search=${linked.username}`, { isFirstVisit: true });
  await page.getByRole('heading', { level: 2, name: 'This link is for Lina Linked' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Similar names' }).waitFor();
  const names = page.getByRole('article');
  expect(await names.first().getAttribute('aria-label')).toBe('Lina Linked');
  expect(await names.count()).toBeGreaterThan(1);
  await expectAccessibleInEveryLook(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  // A link for a payment name that was removed since.
  for (const [platform, label] of [
    ['cashapp', 'Cash App'],
    ['paypal', 'PayPal'],
  ]) {
    await page.goto(`/?search=${linked.username}&platform=${platform}&amount=25`);
    await page.getByRole('heading', { level: 2, name: 'This link is for Lina Linked' }).waitFor();
    await page.getByText(`No ${label} name is listed here.`).waitFor();
    expect(await names.first().getAttribute('aria-label')).toBe('Lina Linked');
    await names.first().getByText('This link asks for $25.00').waitFor();
    expect(await names.count()).toBe(platform === 'cashapp' ? 2 : 1);
    await expectAccessible(page);
  }
  await page.goto(`/?search=${linked.username}&platform=venmo`);
  await page.getByRole('heading', { level: 2, name: 'This link is for Lina Linked' }).waitFor();
  expect(await page.getByText('name is listed here').count()).toBe(0);
  await page.getByRole('searchbox').fill('other person');
  await page.getByRole('heading', { level: 2, name: /result.* for “other person”/ }).waitFor();
  expect(await page.getByText('Similar names').count()).toBe(0);
});

test('a link by a former username is for the member who is renamed by now', async () => {
  const handles = { venmo: '@re-named' };
  const renamed = await registerPerson(browser, { name: 'Rena Renamed', handles });
  await registerPerson(browser, { name: 'Near By', screenName: renamed.username, handles });
  const own = await visit(browser, '/', { as: renamed });
  const answer = await own.request.patch('/api/me', {
    data: { username: 'quite.different' },
    headers: { origin: browser.url },
  });
  expect(answer.ok()).toBe(true);
  // Encoded, as a program or a deceiver may write it.
  const encoded = `%${renamed.username.charCodeAt(0).toString(16)}${renamed.username.slice(1)}`;
  const page = await visit(browser, `/?search=${encoded}&amount=25&note=Dinner`);
  await page.getByRole('heading', { level: 2, name: 'This link is for Rena Renamed' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Similar names' }).waitFor();
  const first = page.getByRole('article').first();
  expect(await first.getAttribute('aria-label')).toBe('Rena Renamed');
  await first.getByText('This link asks for $25.00, with the note “Dinner”').waitFor();
});

test('a search that is typed has no such heading', async () => {
  const person = await registerPerson(browser, { name: 'Tia Typed', handles: { venmo: '@tia' } });
  const page = await visit(browser, '/');
  await page.getByRole('searchbox').fill(person.username);
  await page.getByRole('heading', { level: 2, name: /^\d+\+? results? for/ }).waitFor();
  expect(await page.getByText('This link is for').count()).toBe(0);
});
