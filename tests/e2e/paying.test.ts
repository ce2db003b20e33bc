import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/forms.ts';
import { cardOf, fillDirectory } from '#tests/support/search-page.ts';
import {
  catchLinks,
  clipboardOf,
  expectToast,
  toastOf,
  type VisitOptions,
  visit,
  WIDTHS,
  waitForHydration,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let people: Awaited<ReturnType<typeof fillDirectory>>;
beforeAll(async () => {
  browser = await openBrowser();
  people = await fillDirectory(browser);
});
afterAll(() => browser.close());

/** Records every window.open. */
function recordWindows() {
  const opened: string[] = [];
  Object.assign(window, { opened, isBlocked: false });
  const open = window.open.bind(window);
  window.open = (address, target) => {
    if (Reflect.get(window, 'isBlocked')) return null;
    opened.push(`${address} ${target}`);
    return open('about:blank', target);
  };
}

const opened = async (page: VisitorPage) =>
  (await page.evaluate(() => Reflect.get(window, 'opened') as string[])).map((entry) =>
    entry.replace(/ _blank$/, ''),
  );

const block = (page: VisitorPage, isBlocked = true) =>
  page.evaluate((value) => void Object.assign(window, { isBlocked: value }), isBlocked);

async function openCard(person: string, options: VisitOptions = {}) {
  const page = await visit(browser, `/?search=${encodeURIComponent(person)}`, {
    before: recordWindows,
    ...options,
  });
  const card = cardOf(page, person);
  if (options.pausedAt) {
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return card.count();
      })
      .toBe(1);
  }
  await card.waitFor();
  return { page, card };
}

test.each([360, 390])('the Pay button has one line on a phone of %i px', async (width) => {
  const { card } = await openCard('Maya Okafor', { viewport: { width, height: 800 } });
  const button = await card.getByRole('button', { name: 'Pay with Cash App' }).boundingBox();
  expect(button?.height).toBe(52);
});

describe.each(WIDTHS)('paying on a %s', (_name, viewport) => {
  test('the main button uses the first platform: Cash App', async () => {
    const { page, card } = await openCard('Maya Okafor', { viewport });
    await card.getByRole('button', { name: 'Pay with Cash App' }).click();
    await expectToast(
      page,
      'Cash App Payment',
      'Opening Cash App to pay Maya Okafor ($mayaokafor).',
    );
    expect(await opened(page)).toEqual(['https://cash.app/$mayaokafor']);
  });

  test('a chip uses its own platform: Venmo', async () => {
    const { page, card } = await openCard('Maya Okafor', { viewport });
    await card.getByRole('button', { name: 'Pay Maya Okafor with Venmo' }).click();
    await expectToast(page, 'Venmo Payment Gateway', 'Opening Venmo to pay Maya Okafor.');
    expect(await opened(page)).toEqual(['https://venmo.com/u/maya-o']);
  });

  test('Apple Pay shows and copies the recipient', async () => {
    const { page, card } = await openCard('Maya Okafor', { viewport });
    await card.getByRole('button', { name: 'Pay Maya Okafor with Apple Pay' }).click();
    await expectToast(
      page,
      'Apple Pay Instructions',
      'Look for maya@example.com in your contacts or add as a new recipient. It is on your clipboard.',
    );
    expect(await opened(page)).toEqual(['https://www.apple.com/apple-cash/']);
    await page.bringToFront();
    expect(await clipboardOf(page)).toBe('maya@example.com');
  });

  test('PayPal by name opens a second link after 1 s', async () => {
    const { page, card } = await openCard('Maya Okafor', {
      viewport,
      pausedAt: new Date('2026-03-01T12:00:00'),
    });
    await card.getByRole('button', { name: 'Pay Maya Okafor with PayPal' }).click();
    await expectToast(page, 'PayPal Payment Options', 'Opening PayPal to pay Maya Okafor.');
    expect(await opened(page)).toEqual(['https://www.paypal.com/paypalme/mayaokafor']);
    await page.clock.runFor(990);
    expect(await opened(page)).toHaveLength(1);
    await page.clock.runFor(20);
    expect(await opened(page)).toEqual([
      'https://www.paypal.com/paypalme/mayaokafor',
      'https://paypal.me/mayaokafor',
    ]);
  });

  test('PayPal by email copies the address', async () => {
    const { page, card } = await openCard('Bruno Reyes', { viewport });
    await card.getByRole('button', { name: 'Pay with PayPal' }).click();
    await expectToast(
      page,
      'PayPal Payment Options',
      /^Opening PayPal to pay Bruno Reyes\. bruno@example\.com is on your clipboard\./,
    );
    await expect
      .poll(() => opened(page))
      .toEqual([
        'https://www.paypal.com/myaccount/transfer/homepage/pay',
        'https://www.paypal.com/cgi-bin/webscr?cmd=_xclick&business=bruno%40example.com',
      ]);
    await page.bringToFront();
    expect(await clipboardOf(page)).toBe('bruno@example.com');
  });

  test.each([
    [
      'Bruno Reyes',
      'PayPal opens empty: paste their email there. The second page has the amount and the note filled in.',
    ],
    ['Ximena Villanueva', 'Apple Pay can’t fill these in. Enter them in the app.'],
    ['Maya Okafor', 'Cash App opens with the amount filled in. Notes aren’t supported.'],
  ])('the dialog says what the app fills in: %s', async (name, words) => {
    const { page, card } = await openCard(name, { viewport });
    await card.getByRole('button', { name: `Add an amount or note for ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Pay ${name}` });
    await dialog.getByText(words, { exact: true }).waitFor();
    if (name === 'Ximena Villanueva') expect(await dialog.getByRole('textbox').count()).toBe(0);
    if (name !== 'Maya Okafor') return;
    // Cash App takes no note.
    expect(await dialog.getByRole('textbox', { name: 'Note' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Verified' }).waitFor();
    await dialog.getByText('PayPal', { exact: true }).click();
    await page.emulateMedia({ forcedColors: 'active' });
    const look = (platform: string) =>
      dialog
        .locator('label', { hasText: platform })
        .evaluate((label) => getComputedStyle(label).backgroundColor);
    expect(await look('PayPal'), 'in a contrast theme').not.toBe(await look('Venmo'));
    await dialog
      .getByText('PayPal opens with the amount filled in. Notes aren’t supported.')
      .waitFor();
    await dialog.getByText('Venmo', { exact: true }).click();
    await dialog.getByText('Venmo opens with the amount and the note filled in.').waitFor();
  });

  test('an amount and a note are in the link, and stay for another try', async () => {
    const { page, card } = await openCard('Maya Okafor', { viewport });
    const choice = card.getByRole('button', { name: 'Add an amount or note for Maya Okafor' });
    await choice.click();
    const dialog = page.getByRole('dialog', { name: 'Pay Maya Okafor' });
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    await amount.fill('twelve');
    await dialog.getByRole('button', { name: 'Pay with Cash App' }).click();
    await dialog.getByText('Enter the amount as a plain number, for example 25 or 12.50').waitFor();
    await expectFocus(amount);
    await amount.fill('12,5');
    await dialog.getByText('Venmo', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Pizza & more');
    await dialog.getByRole('button', { name: 'Pay with Venmo' }).click();
    await expectToast(page, 'Venmo Payment Gateway', 'Opening Venmo to pay Maya Okafor.');
    expect(await opened(page)).toEqual([
      'https://account.venmo.com/pay?txn=pay&recipients=maya-o&amount=12.50&note=Pizza%20%26%20more',
    ]);
    await dialog.waitFor({ state: 'detached' });
    await choice.click();
    expect(await amount.inputValue()).toBe('12,5');
    expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Pizza & more');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectFocus(choice);
  });
});

describe('when the browser blocks the window', () => {
  test.each([
    ['Pay Maya Okafor with Venmo', 'Venmo'],
    ['Pay Maya Okafor with PayPal', 'PayPal'],
    ['Pay Maya Okafor with Apple Pay', 'Apple Pay'],
  ])('%s shows what to try', async (button, platform) => {
    const { page, card } = await openCard('Maya Okafor');
    await block(page);
    await card.getByRole('button', { name: button }).click();
    await expectToast(
      page,
      'Error Opening Payment',
      `Could not open ${platform}. Try copying the username instead.`,
      'destructive',
    );
  });

  test('also by throwing', async () => {
    const { page, card } = await openCard('Maya Okafor');
    await page.evaluate(() => {
      window.open = () => {
        throw new Error('no windows here');
      };
    });
    await card.getByRole('button', { name: 'Pay Maya Okafor with Venmo' }).click();
    await expectToast(
      page,
      'Error Opening Payment',
      'Could not open Venmo. Try copying the username instead.',
      'destructive',
    );
  });

  test('Cash App: the ID is copied and the toast stays for 8 s', async () => {
    const { page, card } = await openCard('Maya Okafor', {
      pausedAt: new Date('2026-03-01T12:00:00'),
    });
    await block(page);
    await card.getByRole('button', { name: 'Pay with Cash App' }).click();
    await expectToast(
      page,
      'Username Copied',
      '$mayaokafor is on your clipboard. Open Cash App manually and paste it to pay.',
    );
    expect(await clipboardOf(page)).toBe('$mayaokafor');
    await page.clock.runFor(7_980);
    expect(await toastOf(page).count()).toBe(1);
    await page.clock.runFor(40);
    await toastOf(page).waitFor({ state: 'detached' });
  });

  test('the second PayPal link becomes a button in the toast', async () => {
    const { page, card } = await openCard('Maya Okafor', {
      pausedAt: new Date('2026-03-01T12:00:00'),
    });
    await card.getByRole('button', { name: 'Pay Maya Okafor with PayPal' }).click();
    await expectToast(page, 'PayPal Payment Options', /./);
    await block(page);
    await page.clock.runFor(1_010);
    const other = toastOf(page).getByRole('button', { name: 'Open other link' });
    await other.waitFor();
    await block(page, false);
    await page.bringToFront();
    await other.click();
    expect(await opened(page)).toEqual([
      'https://www.paypal.com/paypalme/mayaokafor',
      'https://paypal.me/mayaokafor',
    ]);
  });
});

test('the new window has no opener', async () => {
  const page = await visit(browser, '/?search=maya', { leavesSite: true });
  const opening = page.context().waitForEvent('page');
  await cardOf(page, 'Maya Okafor').getByRole('button', { name: 'Pay with Cash App' }).click();
  const payment = await opening;
  await payment.waitForURL('https://cash.app/$mayaokafor');
  expect(await payment.evaluate(() => window.opener)).toBeNull();
});

test('a share link fills in its amount and note, for that person only', async () => {
  const link = `/?search=${people.maya.username}&platform=venmo&amount=1250.5&note=Pizza%20night`;
  const page = await visit(browser, link, { before: recordWindows });
  const card = cardOf(page, 'Maya Okafor');
  await card.getByText('This link asks for $1,250.50, with the note “Pizza night”').waitFor();
  await card.getByRole('button', { name: 'with Venmo' }).first().click();
  expect(await opened(page)).toEqual([
    'https://account.venmo.com/pay?txn=pay&recipients=maya-o&amount=1250.50&note=Pizza%20night',
  ]);
  await card.getByRole('button', { name: 'Add an amount or note' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('textbox', { name: /^Amount/ }).inputValue()).toBe('1250.50');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('searchbox').fill('maya');
  await cardOf(page, 'Mayank Patel').waitFor();
  expect(await page.getByText('This link asks for').count()).toBe(0);
});

test('a platform without a handle shows an error', async () => {
  const page = await visit(browser, '/', { before: recordWindows });
  await page.route('**/api/users/search?**', async (route) => {
    const response = await route.fetch();
    const [person] = (await response.json()) as Record<string, unknown>[];
    await route.fulfill({ json: [{ ...person, cashappUsername: null, handles: [] }] });
  });
  await page.getByRole('searchbox').fill('okafor');
  const card = cardOf(page, 'Maya Okafor');
  const words = "This user doesn't have a username set up for this payment platform.";
  await card.getByRole('button', { name: 'Pay with Cash App' }).click();
  await expectToast(page, 'Payment Error', words, 'destructive');
  await card.getByRole('button', { name: 'Copy username' }).click();
  await expectToast(page, 'Payment Error', words, 'destructive');
  expect(await opened(page)).toEqual([]);
});

test('with a filter everything on the card is about that platform', async () => {
  const page = await visit(browser, '/?search=maya+okafor&platform=venmo', {
    before: recordWindows,
  });
  const card = cardOf(page, 'Maya Okafor');
  await card.getByRole('button', { name: 'Pay with Venmo' }).waitFor();
  await card.getByRole('button', { name: 'Add an amount or note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Maya Okafor' });
  await dialog.getByRole('button', { name: 'Pay with Venmo' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await card.getByRole('button', { name: 'Pay with PayPal' }).waitFor();
  await card.getByRole('button', { name: 'Add an amount or note' }).click();
  await dialog.getByRole('button', { name: 'Pay with PayPal' }).waitFor();
});

test('Verified says who checked, and when', async () => {
  const { rows } = await browser.pool.query<{ day: string }>(
    `SELECT to_char(verified_at AT TIME ZONE 'UTC', 'Mon FMDD, YYYY') AS day FROM users WHERE id = $1`,
    [people.maya.id],
  );
  const { page, card } = await openCard('Maya Okafor');
  await card.getByRole('button', { name: 'Verified' }).click();
  const words = `Checked by this site’s admin on ${rows[0]?.day}. Not by PayPal or Cash App.`;
  await expectToast(page, 'Verified', words);
  const own = await visit(browser, `/@${people.maya.username}`);
  await waitForHydration(own);
  await own.getByRole('button', { name: 'Verified' }).click();
  await expectToast(own, 'Verified', words);
});

describe('the other actions', () => {
  test('copy, call and website', async () => {
    const { page, card } = await openCard('Maya Okafor');
    const links = await catchLinks(page);
    await card.getByRole('button', { name: 'Copy username' }).click();
    await expectToast(page, 'Username copied!', '$mayaokafor is on your clipboard.');
    expect(await clipboardOf(page)).toBe('$mayaokafor');
    await card.getByRole('link', { name: 'Call' }).click();
    await expectToast(page, 'Initiating call', 'Calling Maya Okafor.');
    expect(await links()).toEqual(['tel:+14155550188']);
    const website = card.getByRole('link', { name: 'Website' });
    expect(await website.getAttribute('href')).toBe('https://maya.example/shop');
    expect(await website.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
    await browser.showOutside(page);
    const opening = page.context().waitForEvent('page');
    await website.click();
    expect((await opening).url()).toMatch(/^https:\/\/maya\.example\/shop|about:blank/);
    await expectToast(page, 'Opening website', 'maya.example/shop opens in a new tab.');
  });

  test('missing phone and website show a message', async () => {
    const { page, card } = await openCard('Mayank Patel');
    await card.getByRole('button', { name: 'Call' }).click();
    await expectToast(
      page,
      'No phone number',
      "This user hasn't shared their phone number.",
      'destructive',
    );
    await card.getByRole('button', { name: 'Website' }).click();
    await expectToast(
      page,
      'No website',
      "This user hasn't shared their website or social media.",
      'destructive',
    );
  });

  test('a refused clipboard shows an error', async () => {
    const { page, card } = await openCard('Maya Okafor', {
      before: () => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      },
    });
    await card.getByRole('button', { name: 'Copy username' }).click();
    await expectToast(page, 'Copy Failed', 'Could not copy link to clipboard.', 'destructive');
  });

  test('copies without the Clipboard API', async () => {
    const { page, card } = await openCard('Maya Okafor', {
      before: () => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
      },
    });
    const button = card.getByRole('button', { name: 'Copy username' });
    await button.click();
    await expectToast(page, 'Username copied!', '$mayaokafor is on your clipboard.');
    expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    expect(await clipboardOf(page)).toBe('$mayaokafor');
  });
});
