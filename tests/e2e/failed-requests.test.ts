import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectProblems } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import { fillDirectory, searchFor } from '#tests/support/search-page.ts';
import { visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
let admin: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  await fillDirectory(browser);
  admin = await registerPerson(browser, { name: 'Ada Admin', isAdmin: true });
});
afterAll(() => browser.close());

const SEARCH = '**/api/users/search?**';
const LIMITED = { status: 429, json: { error: 'Too many searches.' } };
const BROKEN = { status: 500, body: '' };

/** From now on searches are refused, until `unroute`. */
async function failSearches(page: VisitorPage) {
  await page.route(SEARCH, (route) => route.fulfill(LIMITED));
  expectProblems(page, /429/);
}

async function visitAndFail(path: string) {
  const page = await visit(browser, path);
  await failSearches(page);
  return page;
}

describe('a failed search', () => {
  test.each([
    ['Retry', 'button'],
    ['Enter', 'key'],
  ])('shows the error, and %s searches again', async (_, way) => {
    const page = await visitAndFail('/');
    await searchFor(page, 'maya');
    const error = page.getByRole('alert').filter({ hasText: 'Too many searches.' });
    await error.waitFor();
    await page.unroute(SEARCH);
    if (way === 'key') await page.getByRole('searchbox').press('Enter');
    else await error.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: '2 results for “maya”' }).waitFor();
    expect(await error.count()).toBe(0);
  });

  test('is not cached: the same words find people later', async () => {
    const page = await visitAndFail('/');
    await searchFor(page, 'maya');
    await page.getByRole('alert').getByText('Too many searches.').waitFor();
    await page.unroute(SEARCH);
    await searchFor(page, 'bruno');
    await page.getByRole('heading', { name: '1 result for “bruno”' }).waitFor();
    await searchFor(page, 'maya');
    await page.getByRole('heading', { name: '2 results for “maya”' }).waitFor();
  });

  test('of everybody can be repeated by pressing All again', async () => {
    const page = await visitAndFail('/');
    const all = page.getByRole('button', { name: 'All', exact: true });
    await all.click();
    await page.getByRole('alert').getByText('Too many searches.').waitFor();
    expect(await page.getByText('No users found').count()).toBe(0);
    await page.unroute(SEARCH);
    await all.click();
    await page.getByRole('heading', { name: /^\d+ results$/ }).waitFor();
  });

  test('for more people keeps the button', async () => {
    for (let index = 0; index < 23; index += 1) {
      await registerPerson(browser, { name: `Crowd ${index}`, handles: { venmo: '@crowdmember' } });
    }
    const page = await visit(browser, '/?search=crowd');
    await page.getByRole('heading', { name: '20+ results for “crowd”' }).waitFor();
    await failSearches(page);
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click();
    await page.getByRole('alert').getByText('Too many searches.').waitFor();
    expect(await page.getByRole('article').count()).toBe(20);
    await page.unroute(SEARCH);
    await more.click();
    await page.getByRole('heading', { name: '23 results for “crowd”' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('Retry loads', () => {
  const screens = [
    {
      address: '/contacts',
      call: '**/api/contacts',
      error: 'Failed to fetch contacts',
      loaded: 'No contacts yet.',
    },
    {
      address: '/payment-accounts',
      call: '**/api/payment-accounts',
      error: 'Failed to load your payment accounts. Please try again later.',
      loaded: 'Your Cash App',
    },
    {
      address: '/profile?tab=venmo',
      call: '**/api/payment-accounts',
      error: 'Failed to fetch payment accounts',
      loaded: 'Visitors do not see Venmo',
    },
    {
      address: '/admin',
      call: '**/api/admin/users',
      error: 'Error loading users: Failed to fetch users',
      loaded: 'Ximena Villanueva',
    },
    {
      address: '/admin',
      call: '**/api/admin/stats',
      error: 'Failed to fetch the counts',
      loaded: 'Total Users',
    },
  ];

  test.each(screens)('$call on $address', async ({ address, call, error, loaded }) => {
    const page = await visit(browser, '/', { viewport: DESKTOP, as: admin });
    await page.route(call, (route) => route.fulfill(BROKEN));
    await page.goto(address);
    const alert = page.getByRole('alert').filter({ hasText: error });
    await alert.waitFor();
    expect(await page.getByText(loaded).count()).toBe(0);
    await page.unroute(call);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(loaded).first().waitFor();
    expect(await alert.count()).toBe(0);
    expectProblems(page, /500/);
  });
});

test('a failed next page keeps the activity that is shown', async () => {
  await browser.pool.query(
    "INSERT INTO audit_log (action) SELECT 'login' FROM generate_series(1, 120)",
  );
  const page = await visit(browser, '/admin', { viewport: DESKTOP, as: admin });
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const more = page.getByRole('button', { name: 'Show more' });
  await more.waitFor();
  const shown = await page.getByRole('row').count();
  await page.route('**/api/admin/audit?**', (route) => route.fulfill(BROKEN));
  await more.click();
  await page.getByRole('alert').getByText('Failed to fetch the activity').waitFor();
  expect(await page.getByRole('row').count()).toBe(shown);
  await page.unroute('**/api/admin/audit?**');
  await more.click();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(shown);
  expectProblems(page, /500/);
});
