import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
  visit,
  waitForHydration,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let maya: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  maya = await registerPerson(browser, {
    name: 'Maya Okafor',
    handles: { cashapp: '$mayaokafor', venmo: '@maya-o' },
  });
});
afterAll(() => browser.close());

const recent = (page: VisitorPage) => page.getByRole('region', { name: 'Recent payments' });
const stored = (page: VisitorPage) => page.evaluate(() => localStorage.getItem('paid-handles'));

async function pay(page: VisitorPage, name: string, platform: string) {
  await page.getByRole('article', { name }).getByRole('button', { name: platform }).first().click();
  await page.getByRole('region', { name: 'Opened' }).waitFor();
}

test('people this browser paid are listed below the search until the list is cleared', async () => {
  const page = await visit(browser, '/', {
    before: () => {
      window.open = () => window;
    },
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  // The list would have loaded with the page, before the results of a search.
  const expectNoList = async () => {
    await page.getByRole('searchbox').fill('maya');
    await page.getByRole('article', { name: 'Maya Okafor' }).waitFor();
    expect(requests.filter((url) => url.includes('recent-payments'))).toEqual([]);
  };
  await page.goto('/');
  await expectNoList();

  await page.goto(`/?search=${maya.username}`);
  await pay(page, 'Maya Okafor', 'Pay Maya Okafor with Venmo');
  await pay(page, 'Maya Okafor', 'Pay Maya Okafor with Cash App');
  expect(await recent(page).count()).toBe(0);
  await page.goto('/');
  const link = recent(page).getByRole('link');
  await link.waitFor();
  expect(await link.count()).toBe(1);
  expect(await link.getAttribute('href')).toBe(`/@${maya.username}`);
  await recent(page)
    .getByRole('link', { name: 'Pay Maya Okafor again with Cash App, $mayaokafor' })
    .waitFor();
  await expectAccessibleInEveryLook(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);

  await page.getByRole('searchbox').fill('maya');
  await page.getByRole('article', { name: 'Maya Okafor' }).waitFor();
  expect(await recent(page).count()).toBe(0);
  await page.getByRole('searchbox').fill('');
  await link.waitFor();

  await recent(page).getByRole('button', { name: 'Clear recent payments' }).click();
  await recent(page).waitFor({ state: 'detached' });
  expect(await stored(page)).toBeNull();
  await expectFocus(page.getByRole('main'));
  await expectToast(
    page,
    'Cleared',
    'This browser forgot who you paid. It can no longer warn you when a payment name has changed.',
  );
  requests.length = 0;
  await page.reload();
  await expectNoList();
});

test('nothing of it is sent before it is pressed, and then the page with the current name', async () => {
  const lena = await registerPerson(browser, {
    name: 'Lena Lindholm',
    handles: { cashapp: '$lenalindholm' },
  });
  const page = await visit(browser, `/@${lena.username}`, { leavesSite: true });
  await waitForHydration(page);
  await page.getByRole('link', { name: /Pay with Cash App/ }).click();
  await expect.poll(() => stored(page)).toContain('$lenalindholm');
  const owner = await visit(browser, '/', { as: lena });
  const answer = await owner.request.post('/api/payment-accounts', {
    data: { platform: 'cashapp', username: '$lena1indholm' },
    headers: { origin: browser.url },
  });
  expect(answer.ok()).toBe(true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/');
  const link = recent(page).getByRole('link', { name: /Lena Lindholm.*\$lenalindholm/ });
  await link.waitFor();
  expect(asked.filter((text) => /lena|paid/i.test(text))).toEqual([]);
  await link.click();
  await page.waitForURL(`**/@${lena.username}`);
  await page.getByText('You paid $lenalindholm last time. This is $lena1indholm.').waitFor();
  await page.getByRole('link', { name: /^Pay with Cash App/ }).click();
  await page.getByRole('alertdialog', { name: 'Is this still Lena Lindholm?' }).waitFor();
});

test('five people at most are listed, the last one first, and entries of other versions do no harm', async () => {
  const page = await visit(browser, '/', {
    before: () => {
      const paid = Array.from({ length: 7 }, (_, n) => [
        n + 1,
        'venmo',
        `@v${n + 1}`,
        1_000 + n,
        `Person ${n + 1}`,
        `person${n + 1}`,
      ]);
      const odd = [
        [90, 'venmo', '@old-version', 2_000],
        [91, 'bitcoin', 'x', 2_000, 'Coin', 'coin'],
        [92, 'venmo', '@n', 2_000, 5, {}],
        'nonsense',
      ];
      localStorage.setItem('paid-handles', JSON.stringify([...paid, ...odd]));
    },
  });
  await recent(page).waitFor();
  const names = await recent(page).getByRole('link').allTextContents();
  expect(names.map((text) => /Person \d/.exec(text)?.[0])).toEqual([
    'Person 7',
    'Person 6',
    'Person 5',
    'Person 4',
    'Person 3',
  ]);
});
