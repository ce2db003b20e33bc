import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, openBrowser, PHONE, type TestBrowser } from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import {
  carryOldSession,
  catchLinks,
  expectNoSidewaysScroll,
  expectToast,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each(WIDTHS)('the home screen on a %s', (_name, viewport) => {
  test('shows the brand, the search, the filters and the invitation to search', async () => {
    const page = await visit(browser, '/', { viewport });
    await page.getByRole('heading', { name: 'The easiest way to pay and get paid' }).waitFor();
    await page.getByPlaceholder('Search by name or username').waitFor();
    const filters = page.getByRole('group', { name: 'Filter by platform' }).getByRole('button');
    expect(await filters.allInnerTexts()).toEqual([
      'All',
      'Cash App',
      'PayPal',
      'Apple Pay',
      'Venmo',
    ]);
    for (const filter of await filters.all()) {
      expect(await filter.getAttribute('aria-pressed')).toBe('false');
    }
    await page.getByText('Search by name on PayPal, Venmo, Cash App or Apple Pay.').waitFor();
    await page.getByRole('button', { name: 'Download App' }).waitFor();
    await page.getByRole('heading', { name: 'Share Payfolk' }).waitFor();
  });

  test('shows in a contrast theme which filter is chosen, and outlines buttons', async () => {
    const page = await visit(browser, '/?platform=venmo', { viewport });
    await page.emulateMedia({ forcedColors: 'active' });
    const look = (name: string) =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((node) =>
          [node, ...node.children].map((each) => getComputedStyle(each).backgroundColor),
        );
    const [chosen, ...inside] = await look('Venmo');
    expect(chosen).not.toBe((await look('PayPal'))[0]);
    expect(new Set(inside)).toEqual(new Set(['rgba(0, 0, 0, 0)']));
    const outlines = await page
      .getByRole('banner')
      .locator('a, button')
      .evaluateAll((all) =>
        all.map(
          (node) => `${node.ariaLabel ?? node.textContent} ${getComputedStyle(node).outlineStyle}`,
        ),
      );
    expect(outlines).toContain('Payfolk, home none');
    expect(outlines.filter((each) => each.endsWith('solid')).length).toBeGreaterThan(0);
  });

  test('shows Log In and Register to visitors', async () => {
    const page = await visit(browser, '/', { viewport });
    const main = page.getByRole('main');
    const logIn = main.getByRole('link', { name: 'Log In', exact: true });
    expect(await logIn.getAttribute('href')).toBe('/auth');
    const register = main.getByRole('link', { name: 'Register', exact: true });
    expect(await register.getAttribute('href')).toBe('/auth?tab=register');
  });

  test('does not show them while the session loads', async () => {
    const page = await browser.newPage({ viewport });
    await page.addInitScript(() => localStorage.setItem('onboarding-completed', 'true'));
    await carryOldSession(page, browser.url);
    const release = await holdBack(page, '/api/user');
    await page.goto('/');
    await page.getByRole('button', { name: 'Download App' }).waitFor();
    expect(await page.getByRole('link', { name: 'Log In' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
    release();
    await page.getByRole('main').getByRole('link', { name: 'Register' }).waitFor();
    expectProblems(page, /401/);
  });

  test('has no layout shift while it loads', async () => {
    const page = await browser.newPage({ viewport });
    // Fonts arrive at random times; the test is about our own layout.
    await page.route('**/*.woff2', (route) => route.abort());
    expectProblems(page, /ERR_FAILED/);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      localStorage.setItem('onboarding-completed', 'true');
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const shifts = () => page.evaluate(() => Reflect.get(window, 'shifts') as number[]);
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).waitFor();
    // A shift of our own is reported after all others.
    await page.locator('main').evaluate((main) => main.style.setProperty('margin-top', '300px'));
    await expect.poll(async () => Math.max(0, ...(await shifts()))).toBeGreaterThan(0.05);
    const others = (await shifts()).slice(0, -1);
    expect(others.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
  });
});

describe('Fix Desktop View', () => {
  test('is offered on desktop browsers', async () => {
    const page = await visit(browser, '/', { viewport: DESKTOP });
    const link = page.getByRole('link', { name: 'Fix Desktop View' });
    expect(await link.getAttribute('href')).toBe('/desktop-redirect');
  });

  test('is not offered on phones', async () => {
    const narrow = await visit(browser, '/', { viewport: PHONE });
    expect(await narrow.getByRole('link', { name: 'Fix Desktop View' }).count()).toBe(0);
    const tablet = await visit(browser, '/', {
      viewport: DESKTOP,
      userAgent: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    });
    expect(await tablet.getByRole('link', { name: 'Fix Desktop View' }).count()).toBe(0);
    // iPads say that they are Macs.
    const newTablet = await visit(browser, '/', {
      viewport: DESKTOP,
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1',
      before: () => Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 }),
    });
    expect(await newTablet.getByRole('link', { name: 'Fix Desktop View' }).count()).toBe(0);
  });
});

test.each([320, 360, 390, 768, 1024, 1280])(
  'nothing scrolls sideways or is cut off at %i px',
  async (width) => {
    const page = await visit(browser, '/', { viewport: { width, height: 800 } });
    await expectNoSidewaysScroll(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const { needed, room } = await page.getByRole('searchbox').evaluate((node) => {
      const { placeholder, clientWidth } = node as HTMLInputElement;
      const { font, paddingLeft, paddingRight } = getComputedStyle(node);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('This browser has no canvas.');
      context.font = font;
      return {
        needed: context.measureText(placeholder).width,
        room: clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
      };
    });
    expect(needed).toBeLessThanOrEqual(room);
  },
);

describe('the invitation by email', () => {
  const NOW = new Date('2026-03-01T12:00:00');

  test('opens the mail app with subject and text, and clears the field after 1 s', async () => {
    const page = await visit(browser, '/', { pausedAt: NOW });
    const links = await catchLinks(page);
    const field = page.getByLabel('Their email address');
    const button = page.getByRole('button', { name: 'Email Link' });
    expect(await button.isDisabled()).toBe(true);
    await field.fill('ana@example.com');
    expect(await button.isDisabled()).toBe(false);
    await button.click();
    await expectToast(page, 'Email Client Opening', /./);
    expect(await links()).toEqual([
      `mailto:ana%40example.com?subject=${encodeURIComponent('Check out Payfolk - Your Payment App')}&body=${encodeURIComponent(`The easiest way to pay and get paid: ${browser.url}`)}`,
    ]);
    expect(await button.isDisabled()).toBe(true);
    await page.clock.runFor(990);
    expect(await field.inputValue()).toBe('ana@example.com');
    await page.clock.runFor(10);
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test.each(['ana', 'ana@example', 'ana @example.com', 'a@b@c.de'])(
    'refuses %s',
    async (address) => {
      const page = await visit(browser, '/');
      const links = await catchLinks(page);
      await page.getByLabel('Their email address').fill(address);
      await page.getByRole('button', { name: 'Email Link' }).click();
      await expectToast(
        page,
        'Invalid Email',
        'Please enter a valid email address.',
        'destructive',
      );
      expect(await links()).toEqual([]);
    },
  );

  test('says that its code did not load, and tries again', async () => {
    const page = await visit(browser, '/');
    const links = await catchLinks(page);
    const CODE = '**/assets/open-invitation-*.js';
    await page.route(CODE, (route) => route.abort());
    const field = page.getByLabel('Their email address');
    await field.fill('ana@example.com');
    await page.getByRole('button', { name: 'Email Link' }).click();
    const error = page.getByRole('alert').filter({ hasText: 'This did not load' });
    await error.waitFor();
    expect(await field.inputValue()).toBe('ana@example.com');
    await error.getByRole('button', { name: 'Dismiss' }).click();
    await expectFocus(field);
    await page.getByRole('button', { name: 'Email Link' }).click();
    await error.waitFor();
    await page.unroute(CODE);
    await error.getByRole('button', { name: 'Try again' }).click();
    await expectToast(page, 'Email Client Opening', /./);
    expect(await error.count()).toBe(0);
    await expectFocus(field);
    expect(await links()).toHaveLength(1);
    expectProblems(page, /ERR_FAILED/);
  });

  test('shows an error when the mail app cannot be opened', async () => {
    const page = await visit(browser, '/', {
      before: () => {
        HTMLAnchorElement.prototype.click = () => {
          throw new Error('refused');
        };
      },
    });
    await page.getByLabel('Their email address').fill('ana@example.com');
    await page.getByRole('button', { name: 'Email Link' }).click();
    await expectToast(
      page,
      'Share Failed',
      'There was a problem sharing the app. Please try again.',
      'destructive',
    );
  });
});
