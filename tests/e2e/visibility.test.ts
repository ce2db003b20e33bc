import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { bodiesTo, expectFocus, expectProblems } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
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

async function openVisibility(
  options: VisitOptions = {},
  phoneNumber: string | undefined = '+14155550188',
) {
  members += 1;
  const screenName = `Vis Ible ${members}`;
  const person = await registerPerson(browser, {
    name: 'Vis Ible',
    screenName,
    handles: { venmo: '@vis-ible' },
    ...(phoneNumber ? { phoneNumber } : {}),
  });
  const page = await visit(browser, '/profile/visibility', { ...options, as: person });
  await page.getByRole('heading', { name: 'Phone number' }).waitFor();
  const choice = (name: string) => page.getByRole('radio', { name, exact: true });
  const listed = page.getByRole('switch', { name: 'Listed in search' });
  return { page, person, screenName, choice, listed };
}

describe('who sees what', () => {
  test.each(WIDTHS)('saves every choice at once on a %s', async (_, viewport) => {
    const { page, choice, listed, screenName } = await openVisibility({ viewport });
    const sent = bodiesTo(page, '/api/me');
    expect(await choice('Everyone').isChecked()).toBe(true);
    await page.getByText('+14155550188').waitFor();
    await page.getByText('Only people logged in to Payfolk can call you.').click();
    await expectToast(page, 'Saved', undefined);
    expect(await choice('Members').isChecked()).toBe(true);
    await listed.click();
    await expectToast(page, 'Saved', undefined);
    await expect.poll(() => listed.getAttribute('aria-checked')).toBe('false');
    expect(sent).toEqual([{ phoneVisibility: 'members' }, { isListed: false }]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => choice('Members').isChecked()).toBe(true);
    expect(await listed.getAttribute('aria-checked')).toBe('false');
    const found = await browser.newPage();
    await found.goto('/');
    const cards = await found.evaluate(
      async (query) => (await fetch(`/api/users/search?query=${query}`)).json(),
      encodeURIComponent(screenName),
    );
    expect(cards.filter((card: { screenName: string }) => card.screenName === screenName)).toEqual(
      [],
    );
  });

  test('shows the choice while it is saved and puts it back after a failure', async () => {
    const { page, choice, listed } = await openVisibility();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/me', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await choice('Only me').click();
    await expect.poll(() => choice('Only me').isChecked()).toBe(true);
    letGo();
    await expectToast(page, 'Not Saved', 'Could not save this. Please try again.', 'destructive');
    await expect.poll(() => choice('Everyone').isChecked()).toBe(true);
    await listed.click();
    await expectToast(page, 'Not Saved', 'Could not save this. Please try again.', 'destructive');
    await expect.poll(() => listed.getAttribute('aria-checked')).toBe('true');
    expectProblems(page, /500/);
  });

  test('works with the keyboard', async () => {
    const { page, choice, listed } = await openVisibility();
    await choice('Everyone').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => choice('Members').isChecked()).toBe(true);
    await expectToast(page, 'Saved', undefined);
    await listed.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => listed.getAttribute('aria-checked')).toBe('false');
    await expectToast(page, 'Saved', undefined);
  });

  test('says what everyone sees, with an email that is a payment name', async () => {
    const { page, person } = await openVisibility();
    await page
      .getByText(
        `Your name, screen name, picture, @${person.username}, website, payment names and when you joined.`,
        { exact: true },
      )
      .waitFor();
    await page
      .getByText(
        'Your email, your contacts and your devices. Admins also see your email, and when and from which network you log in.',
      )
      .waitFor();
    await browser.pool.query('UPDATE users SET email_proven_at = now() WHERE id = $1', [person.id]);
    const profile = await visit(browser, '/profile', { as: person });
    await profile.getByText('For logging in. Visitors never see it.').waitFor();
    await browser.pool.query(
      `UPDATE payment_accounts SET platform = 'paypal', username = $2 WHERE user_id = $1`,
      [person.id, person.email],
    );
    await page.reload();
    await page.getByText('Your email too: it is your PayPal name.').waitFor();
    expect(await page.getByText('Your email, your contacts').count()).toBe(0);
    await profile.reload();
    await profile.getByText('For logging in. Visitors see it as your PayPal name.').waitFor();
  });

  test('without a number it says where to add one', async () => {
    const { page, person } = await openVisibility({}, '');
    await page.getByText('Add one under My page.').waitFor();
    const profile = await visit(browser, '/profile', { as: person });
    await profile.getByText('Visitors can call it.').getByRole('link').click();
    await profile.waitForURL('**/profile/visibility');
  });
});

test('a member asks for the badge once', async () => {
  const person = await registerPerson(browser, { name: 'Ver Ify' });
  const page = await visit(browser, '/profile', { as: person });
  await page.getByLabel('Where can we check? (optional)').fill('verify.example');
  await page.getByRole('button', { name: 'Request verification' }).click();
  await page.getByText('Thanks. We will look at your profile soon.').waitFor();
  await expectFocus(page.getByRole('heading', { name: 'Get verified' }));
  const { rows } = await browser.pool.query('SELECT kind, note FROM reviews WHERE user_id = $1', [
    person.id,
  ]);
  expect(rows).toEqual([{ kind: 'verification', note: 'verify.example' }]);
  await page.reload();
  await page.getByText('Requested. We will look at your profile soon.').waitFor();
  expect(await page.getByRole('button', { name: 'Request verification' }).count()).toBe(0);
  await expectAccessibleInEveryLook(page);
});
