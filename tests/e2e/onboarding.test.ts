import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/forms.ts';
import { expectToast, nextFrame, toastOf, visit, WIDTHS } from '#tests/support/visitor.ts';

const TITLES = [
  'Welcome to Payfolk!',
  'Search for People',
  'Choose a Platform',
  'Connect Your Accounts',
  'Send Payments Securely',
];
const SKIPPED = 'You can find all these tips in the Help section later.';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const flag = (page: VisitorPage) =>
  page.evaluate(() => localStorage.getItem('onboarding-completed'));

const button = (page: VisitorPage, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** It would load with the page, before the results of a search. */
async function expectNoTour(page: VisitorPage): Promise<void> {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.reload();
  await page.getByRole('searchbox').fill('zephyrine');
  await page.getByText('No users found for "zephyrine"').waitFor();
  expect(requests.filter((url) => url.includes('/onboarding-dialog-'))).toEqual([]);
  expect(await page.getByRole('dialog').count()).toBe(0);
}

describe.each(WIDTHS)('the welcome tour on a %s', (_name, viewport) => {
  test('has five steps, and is not shown again after the last', async () => {
    // Low, as with a zoom of 200 %: the tour has more than fits.
    const low = { ...viewport, height: 400 };
    const page = await visit(browser, '/', { viewport: low, isFirstVisit: true });
    await expectFocus(button(page, 'Next'));
    expect(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollTop)).toBe(0);
    for (const [index, title] of TITLES.entries()) {
      await page.getByRole('dialog', { name: title }).waitFor();
      await page.getByText(`Step ${index + 1} of 5`).waitFor();
      expect(await button(page, 'Back').isDisabled()).toBe(index === 0);
      if (index < 4) {
        await button(page, 'Skip').waitFor();
        await button(page, 'Next').click();
      }
    }
    await button(page, 'Maybe Later').waitFor();
    await button(page, 'Back').click();
    await page.getByRole('dialog', { name: 'Connect Your Accounts' }).waitFor();
    await button(page, 'Next').click();
    await button(page, "Let's Go").click();
    await expectToast(page, "You're all set!", 'Start searching for payment recipients now.');
    expect(await flag(page)).toBe('true');
    await expectNoTour(page);
  });
});

const WAYS_OUT: [string, (page: VisitorPage) => Promise<void>][] = [
  ['Skip', (page) => button(page, 'Skip').click()],
  ['the close button', (page) => button(page, 'Close').click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  [
    'Maybe Later',
    async (page) => {
      for (let step = 1; step < 5; step++) await button(page, 'Next').click();
      await button(page, 'Maybe Later').click();
    },
  ],
];

test.each(WAYS_OUT)('%s closes it until the next browser session', async (_name, leave) => {
  const page = await visit(browser, '/', { isFirstVisit: true });
  await page.getByRole('dialog').waitFor();
  await leave(page);
  await expectToast(page, 'Onboarding skipped', SKIPPED);
  expect(await flag(page)).toBeNull();
  await expectNoTour(page);
  const nextVisit = await page.context().newPage();
  await nextVisit.goto('/');
  await nextVisit.getByRole('dialog', { name: 'Welcome to Payfolk!' }).waitFor();
});

test('fades out over 300 ms, and its toast stays for 3 s', async () => {
  const page = await visit(browser, '/', {
    isFirstVisit: true,
    pausedAt: new Date('2026-03-01T12:00:00'),
  });
  await button(page, 'Skip').click();
  await page.clock.runFor(299);
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(await toastOf(page).count()).toBe(0);
  await page.clock.runFor(1);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectToast(page, 'Onboarding skipped', SKIPPED);
  await page.clock.runFor(2_990);
  expect(await toastOf(page).count()).toBe(1);
  await page.clock.runFor(20);
  await toastOf(page).waitFor({ state: 'detached' });
});

test('a click outside does not close it, and focus stays inside', async () => {
  const page = await visit(browser, '/', { isFirstVisit: true });
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.mouse.click(5, 5);
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
});

test('it is not shown on other screens or twice in one visit', async () => {
  const page = await visit(browser, '/features', { isFirstVisit: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('link', { name: 'Start searching' }).click();
  await button(page, 'Skip').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('heading', { name: 'How It Works' }).waitFor();
  await page.goForward();
  await page.getByPlaceholder('Search by name or username').waitFor();
  await nextFrame(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
});
