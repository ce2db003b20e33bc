import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectProblems, holdBack } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import { expectNoSidewaysScroll, expectToast, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const check = (page: VisitorPage) => page.getByRole('button', { name: 'Check for Updates' });

describe.each(WIDTHS)('How It Works on a %s', (_name, viewport) => {
  test('shows the steps, the cards and the questions', async () => {
    const page = await visit(browser, '/features', { viewport });
    await page.getByRole('heading', { name: 'How It Works', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('How It Works · Payfolk');
    for (const name of ['Search', 'Pick a platform', 'Check the name', 'Pay there']) {
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
    for (const name of ['One search, four apps', 'A code for every profile', 'Your own contacts']) {
      await page.getByRole('heading', { name }).waitFor();
    }
    const main = page.getByRole('main');
    expect(await main.getByRole('link', { name: 'Start searching' }).getAttribute('href')).toBe(
      '/',
    );
    expect(await main.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe(
      '/auth?tab=register',
    );
    await expectNoSidewaysScroll(page);
  });

  test('answers the five questions', async () => {
    const page = await visit(browser, '/features', { viewport });
    await page.getByText('Yes. Payfolk takes no fees from anyone.').waitFor();
    await page.getByText('Do you process payments?').click();
    await page.getByText(/^No\. We open the payment app/).waitFor();
    await page.getByText('Where do I add my accounts?').click();
    const accounts = page.getByRole('main').getByRole('link', { name: 'My Payment Methods' });
    expect(await accounts.getAttribute('href')).toBe('/payment-accounts');
    await page.getByText('What can others see?').click();
    await page.getByText(/^Only public information/).waitFor();
    await page.getByText('How do I change my screen name?').click();
    const profile = page.getByRole('main').getByRole('link', { name: 'your profile' });
    expect(await profile.getAttribute('href')).toBe('/profile');
  });

  test('lists the releases, newest first', async () => {
    const page = await visit(browser, '/features', { viewport });
    const dates = page.getByText(/^(April|May) \d+, 2025$/);
    await dates.first().waitFor();
    expect(await dates.allTextContents()).toEqual([
      'May 2, 2025',
      'April 25, 2025',
      'April 15, 2025',
    ]);
  });
});

test('what others see is what the Privacy page lists', async () => {
  const page = await visit(browser, '/features', { viewport: DESKTOP });
  await page.getByText('What can others see?').click();
  const answer = page.getByText(/^Only public information/);
  const [list] = /your name, .+ unless you limit it/.exec((await answer.textContent()) ?? '') ?? [];
  expect(list).toContain('payment names');
  await answer.getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
  await page.getByText(new RegExp(`^${list}`, 'i')).waitFor();
});

test('a member is not asked to register', async () => {
  const member = await registerPerson(browser, { name: 'Al Ready' });
  const page = await visit(browser, '/features', { viewport: DESKTOP, as: member });
  await page.getByRole('button', { name: 'Account menu for' }).waitFor();
  expect(await page.getByRole('main').getByRole('link', { name: 'Register' }).count()).toBe(0);
});

describe('Check for Updates', () => {
  test('says when there is no update', async () => {
    const page = await visit(browser, '/features', { viewport: DESKTOP });
    const release = await holdBack(page, '/api/check-updates');
    const asked = page.waitForRequest('**/api/check-updates');
    await check(page).click();
    const headers = (await asked).headers();
    expect(headers['x-app-version']).toMatch(/^\d+\.\d+\.\d+$/);
    expect(headers.accept).toBe('application/json');
    await page.getByRole('button', { name: 'Checking...' }).waitFor();
    release();
    await expectToast(
      page,
      'No Updates Available',
      `You're already on the latest version ${headers['x-app-version']}.`,
    );
  });

  test('shows the notes of a newer version', async () => {
    const page = await visit(browser, '/features');
    await page.route('**/api/check-updates', (route) =>
      route.fulfill({
        json: {
          updated: true,
          version: '9.9.9',
          updateNotes: [{ date: 'January 1, 2030', changes: ['Everything is new.'] }],
        },
      }),
    );
    await check(page).click();
    await expectToast(page, 'Update Available!', 'Version 9.9.9 is ready to install.');
    await page.getByText('Everything is new.').waitFor();
    await page.getByRole('button', { name: 'Reload to get it' }).waitFor();
  });

  test.each([
    [
      'an error',
      (page: VisitorPage) =>
        page.route('**/api/check-updates', (route) => route.fulfill({ status: 503, body: '' })),
    ],
    [
      'no server',
      (page: VisitorPage) => page.route('**/api/check-updates', (route) => route.abort()),
    ],
  ])('shows an error after %s', async (_name, breakIt) => {
    const page = await visit(browser, '/features');
    await breakIt(page);
    await check(page).click();
    await expectToast(
      page,
      'Update Check Failed',
      'Could not check for updates. Please try again later.',
      'destructive',
    );
    expectProblems(page, /503/, /ERR_FAILED/, /Failed to fetch/);
  });
});

describe('Fix Desktop View', () => {
  test('shows a QR code for the phone and a link home', async () => {
    const page = await visit(browser, '/desktop-redirect', { viewport: DESKTOP });
    await page.getByRole('heading', { name: 'Fix Desktop View' }).waitFor();
    await page.getByText(/^Payfolk is made for phones\./).waitFor();
    await page.getByRole('img', { name: `QR code of ${browser.url}` }).waitFor();
    await page.getByRole('link', { name: 'Back to the home screen' }).click();
    await page.getByRole('searchbox').waitFor();
  });

  test('opens a phone-sized window', async () => {
    const page = await visit(browser, '/desktop-redirect', { viewport: DESKTOP });
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open phone-sized window' }).click();
    const popup = await opening;
    await popup.getByRole('searchbox').waitFor();
    expect(await popup.evaluate(() => window.innerWidth)).toBeLessThan(500);
    await page.getByText('The phone-sized window is open.').waitFor();
  });

  test('resets what is stored in the browser', async () => {
    const page = await visit(browser, '/desktop-redirect', { isFirstVisit: true });
    await page.evaluate(() => {
      localStorage.setItem('onboarding-completed', 'true');
      localStorage.setItem('walkthroughCompleted', 'true');
    });
    await page.getByRole('button', { name: 'Reset display' }).click();
    await page.getByText(/^Done\. The welcome tour/).waitFor();
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ 'startup-failures': '0' });
    await page.getByRole('link', { name: 'Back to the home screen' }).click();
    await page.getByRole('dialog', { name: 'Welcome to Payfolk!' }).waitFor();
  });
});
