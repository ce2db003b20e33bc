import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectFocus, expectLoaded, expectProblems, holdBack } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import { readQrCode } from '#tests/support/read-qr.ts';
import {
  clipboardOf,
  expectNoSidewaysScroll,
  expectToast,
  linesOf,
  visit,
  WIDTHS,
  waitForHydration,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let maya: RegisteredPerson;
let path: string;
beforeAll(async () => {
  browser = await openBrowser({ PUBLIC_URL: 'https://pay.example' });
  maya = await registerPerson(browser, {
    name: 'Maya Okafor',
    phoneNumber: '+15550100',
    websiteUrl: 'https://maya.example',
    isVerified: true,
    handles: {
      cashapp: '$mayaokafor',
      paypal: 'maya@example.com',
      venmo: '@maya-okafor',
      applepay: 'mayaokafor',
    },
  });
  path = `/@${maya.username}`;
});
afterAll(() => browser.close());

async function openPage(address: string, options = {}): Promise<VisitorPage> {
  const page = await visit(browser, address, options);
  await waitForHydration(page);
  return page;
}

/** 'Pay with Venmo, @maya': spaces around the comma do not matter. */
const slab = (page: VisitorPage, name: string | RegExp) =>
  page.getByRole('link', {
    name:
      typeof name === 'string'
        ? new RegExp(`^${name.replace(/[$.]/g, '\\$&').replace(', ', '\\s*,\\s*')}$`)
        : name,
  });

describe('without JavaScript', () => {
  async function openPlain(address: string) {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(address);
    return page;
  }

  test('a pay link opens the app’s site', async () => {
    const page = await openPlain(path);
    await page.getByRole('heading', { level: 1, name: 'Maya Okafor' }).waitFor();
    const opening = page.context().waitForEvent('page');
    await slab(page, 'Pay with Cash App, $mayaokafor').click();
    const outside = await opening;
    await outside.getByRole('heading', { name: 'Outside' }).waitFor();
    expect(outside.url()).toBe('https://cash.app/$mayaokafor');
  });

  test('amount and note are a plain form', async () => {
    const page = await openPlain(path);
    await page.getByLabel('Amount').fill('12.5');
    await page.getByLabel('Note').fill('Tea & cake');
    await page.getByRole('button', { name: 'Use this amount and note' }).click();
    await slab(page, 'Pay $12.50 with Venmo, @maya-okafor').waitFor();
    expect(await page.getByLabel('Amount').inputValue()).toBe('12.50');
    expect(await slab(page, /Venmo/).getAttribute('href')).toBe(
      'https://account.venmo.com/pay?txn=pay&recipients=maya-okafor&amount=12.50&note=Tea%20%26%20cake',
    );
    expect(await page.getByText('asks for').count()).toBe(0);
  });

  test('a request can be changed', async () => {
    const page = await openPlain(`${path}?amount=25&note=Dinner`);
    await page.getByText('Maya Okafor asks for').waitFor();
    await page.getByRole('link', { name: 'Change' }).click();
    expect(await page.getByLabel('Amount').inputValue()).toBe('25');
    expect(await page.getByLabel('Note').inputValue()).toBe('Dinner');
  });

  test('the sign shows the code', async () => {
    const page = await openPlain(path);
    await page.getByRole('link', { name: 'QR code' }).click();
    await page.getByRole('heading', { name: 'Scan to pay Maya Okafor' }).waitFor();
  });
});

describe.each(WIDTHS)('on a %s', (_, viewport) => {
  test('nothing changes when the code has loaded', async () => {
    const page = await visit(browser, '/', { viewport, userAgent: 'Mobile' });
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await gate;
      await route.continue();
    });
    const opening = page.goto(path, { waitUntil: 'commit' });
    await page.locator('footer').waitFor();
    const layout = () =>
      page.evaluate(async () => {
        document.body.getBoundingClientRect();
        await document.fonts.ready;
        return [...document.querySelectorAll('#root *')]
          .map((element) => ({ element, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && box.height > 0)
          .map(({ element, box }) => `${element.tagName} ${box.x} ${box.y} ${box.width}`);
      });
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
        ({ sheet }) => sheet !== null,
      ),
    );
    const before = await layout();
    letGo();
    await opening;
    await waitForHydration(page);
    expect(await layout()).toEqual(before);
  });
});

test('what was typed before the code had loaded is used', async () => {
  const page = await visit(browser, '/');
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  const opening = page.goto(path, { waitUntil: 'commit' });
  await page.getByLabel('Amount').fill('7');
  letGo();
  await opening;
  await slab(page, 'Pay $7.00 with Cash App, $mayaokafor').waitFor();
  expect(await page.getByLabel('Amount').inputValue()).toBe('7');
});

test('every slab follows the fields', async () => {
  const page = await openPage(path);
  await page.getByLabel('Amount').fill('25');
  await page.getByLabel('Note').fill('Dinner');
  const cash = slab(page, 'Pay $25.00 with Cash App, $mayaokafor');
  expect(await cash.getAttribute('href')).toBe('https://cash.app/$mayaokafor/25');
  await cash.getByText('Fills in the amount.').waitFor();
  await slab(page, /Venmo/).getByText('Fills in the amount and note.').waitFor();
  await slab(page, /PayPal/)
    .getByText('Copies the email. Type $25.00.')
    .waitFor();
  await slab(page, /Apple Pay/)
    .getByText('Copies the name. Type $25.00.')
    .waitFor();
  const error = page.getByText('Enter the amount as a plain number');
  await page.getByLabel('Amount').fill('1,234');
  await page.getByLabel('Note').focus();
  await error.waitFor();
  await slab(page, 'Pay with Cash App, $mayaokafor').waitFor();
});

test('an amount that is refused moves no pay link that is being pressed', async () => {
  for (const width of [320, 1280]) {
    const page = await openPage(path, { viewport: { width, height: 900 } });
    await page.getByLabel('Amount').fill('1,234');
    const pressed = slab(page, 'Pay with Cash App, $mayaokafor');
    // The link itself shrinks while it is pressed.
    const item = pressed.locator('..');
    const place = await item.boundingBox();
    await pressed.hover();
    await page.mouse.down();
    await page.getByText('Enter the amount as a plain number').waitFor();
    expect(await item.boundingBox()).toEqual(place);
    await page.getByRole('heading', { level: 1 }).hover();
    await page.mouse.up();
    await expectNoSidewaysScroll(page);
  }
});

test('a press says what opens, and copies the handle where the link does not have it', async () => {
  const page = await openPage(path, { leavesSite: true });
  const opening = page.context().waitForEvent('page');
  await slab(page, /Pay with PayPal/).click();
  await opening;
  const words = 'Opening PayPal to pay Maya Okafor. maya@example.com is on your clipboard.';
  await expectToast(page, 'PayPal Payment Options', words);
  await page.bringToFront();
  expect(await clipboardOf(page)).toBe('maya@example.com');
  const next = page.context().waitForEvent('page');
  await slab(page, /Pay with Cash App/).click();
  await next;
  const sentence = 'Opening Cash App to pay Maya Okafor ($mayaokafor).';
  await expectToast(page, 'Cash App Payment', sentence);
});

test('a request shows what is asked for, and Change brings the fields', async () => {
  const page = await openPage(`${path}?amount=25&note=Dinner`);
  await page
    .getByRole('heading', { name: /Maya Okafor asks for\s+\$25\.00\s*·\s*“Dinner”/ })
    .waitFor();
  expect(await page.title()).toBe('Maya Okafor asks for $25.00 · Payfolk');
  expect(await page.getByLabel('Amount').count()).toBe(0);
  await page.getByText('The amount and note came with the link.').waitFor();
  await page.getByRole('link', { name: 'Change' }).click();
  await expectFocus(page.getByLabel('Amount'));
  expect(await page.getByLabel('Amount').inputValue()).toBe('25');
  expect(await page.getByLabel('Note').inputValue()).toBe('Dinner');
  await slab(page, 'Pay $25.00 with Venmo, @maya-okafor').waitFor();
  expect(new URL(page.url()).search).toBe('?amount=25&note=Dinner');
});

test('the QR dialog shows the page’s code and returns the focus', async () => {
  const page = await openPage(path);
  const opener = page.getByRole('link', { name: 'QR code' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Pay Maya Okafor' });
  const code = dialog.getByRole('img', { name: `QR code of https://pay.example${path}` });
  await code.waitFor();
  const svg = await page.evaluate(
    async (address) => (await fetch(address)).text(),
    `${path}/qr.svg`,
  );
  expect(await code.getAttribute('src')).toBe(`${path}/qr.svg`);
  const url = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  expect((await readQrCode(url)).text).toBe(`https://pay.example${path}`);
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await expectToast(page, 'Link Copied', /./);
  expect(await clipboardOf(page)).toBe(`https://pay.example${path}`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(opener);
});

test('the QR dialog shows that the code did not load, and trying again works', async () => {
  const page = await openPage(path);
  await page.route('**/qr.svg', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('link', { name: 'QR code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Maya Okafor' });
  await dialog.getByRole('alert').getByText('No QR code available').waitFor();
  expect(await dialog.getByText(/camera/).count()).toBe(0);
  await expectAccessibleInEveryLook(page);
  await page.unroute('**/qr.svg');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expectLoaded(dialog.getByRole('img', { name: /^QR code of/ }));
  await dialog.getByText('Point a phone camera at the code to open this page.').waitFor();
  expectProblems(page, /500/);
});

describe('the code beside the page', () => {
  const INSTRUCTION = 'Point your phone’s camera here and pay from your phone.';
  const codeOf = (page: VisitorPage) =>
    page.getByRole('img', { name: `QR code of the page of @${maya.username}` });

  async function expectNotice(page: VisitorPage) {
    await page.getByText('No QR code available').waitFor();
    expect(await codeOf(page).count()).toBe(0);
    expect(await page.getByText(INSTRUCTION).count()).toBe(0);
    expectProblems(page, /500/);
  }

  test('shows that it did not load, and trying again works', async () => {
    const page = await visit(browser, '/', { viewport: DESKTOP });
    await page.route('**/qr.svg', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(path);
    await expectNotice(page);
    await expectAccessibleInEveryLook(page);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.click();
    await retry.waitFor();
    await page.unroute('**/qr.svg');
    await retry.click();
    await expectFocus(page.getByRole('heading', { name: 'On a computer?' }));
    await expectLoaded(codeOf(page));
    await page.getByText(INSTRUCTION).waitFor();
  });

  test('shows that it failed before the page’s code was there', async () => {
    const page = await visit(browser, '/', { viewport: DESKTOP });
    await page.route('**/qr.svg', (route) => route.fulfill({ status: 500, body: '' }));
    const letGo = await holdBack(page, '/assets/*.js');
    const opening = page.goto(path, { waitUntil: 'commit' });
    await expect
      .poll(() => codeOf(page).evaluate(({ complete }: HTMLImageElement) => complete))
      .toBe(true);
    letGo();
    await opening;
    await expectNotice(page);
  });
});

test('Share copies the link where the system has no sheet', async () => {
  const page = await openPage(path, {
    before: () => {
      Object.defineProperty(Navigator.prototype, 'share', { value: undefined });
    },
  });
  await page.getByRole('link', { name: 'Share this page' }).click();
  await expectToast(page, 'Link Copied', /./);
  expect(await clipboardOf(page)).toBe(`https://pay.example${path}`);
});

test('Save contact downloads a vCard', async () => {
  const page = await openPage(path);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save contact' }).click();
  expect((await saving).suggestedFilename()).toBe(`${maya.username}.vcf`);
});

describe('is accessible, and scrolls in one direction only', () => {
  test.each([
    ['the page', ''],
    ['a request', '?amount=99999.99&note=Dinner'],
  ])('%s', async (_, query) => {
    const page = await openPage(path + query);
    await expectAccessibleInEveryLook(page);
    for (const width of [320, 390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  });

  test('with the longest name and handles', async () => {
    const long = await registerPerson(browser, {
      name: 'W'.repeat(50),
      handles: { paypal: `${'w'.repeat(60)}@${'w'.repeat(60)}.example.com`, venmo: 'W'.repeat(64) },
    });
    const page = await openPage(`/@${long.username}?amount=1&note=${'W'.repeat(280)}`);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  });

  test.each([320, 390, 1280])('a name without spaces, at %i px', async (width) => {
    const name = `TheCornerShopInTheVeryLongestStreet${width}`;
    const { username } = await registerPerson(browser, { name, handles: { venmo: '@corner' } });
    const page = await openPage(`/@${username}`, { viewport: { width, height: 844 } });
    const lines = await linesOf(page.getByRole('heading', { level: 1, name, exact: true }));
    expect(lines.join('')).toBe(name);
    for (const line of lines) expect(line).toMatch(/^[A-Z]/);
    await expectNoSidewaysScroll(page);
  });

  test('the sign', async () => {
    const page = await visitSign();
    await expectAccessibleInEveryLook(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page);
  });
});

async function visitSign(of = path): Promise<VisitorPage> {
  const page = await browser.newPage();
  await page.goto(`${of}/sign`);
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

async function expectOneSheet(page: VisitorPage): Promise<void> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
  // Points: 148 × 210 mm.
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([420, 595]);
}

test('a page without payment names asks for no amount', async () => {
  const person = await registerPerson(browser, { name: 'No Names Yet' });
  const page = await openPage(`/@${person.username}`);
  await page.getByText('No payment platforms yet.').waitFor();
  expect(await page.getByLabel(/Amount|Note/).count()).toBe(0);
});

test('the code of the sign takes the room that the words leave', async () => {
  const person = await registerPerson(browser, {
    name: 'Nora Castellanos',
    handles: { venmo: '@nora-castellanos', paypal: '@noracastellanos' },
  });
  const page = await visitSign(`/@${person.username}`);
  const sheet = await page.locator('.sign').boundingBox();
  const code = await page.locator('.sign-code').boundingBox();
  expect((code?.width ?? 0) / (sheet?.width ?? 0)).toBeGreaterThan(0.6);
  expect(code?.height).toBe(code?.width);
  await expectOneSheet(page);
});

test.each([
  [
    'Wolfgang Amadeus Maximilian Featherstonehaugh IIIx',
    {
      paypal: 'wolfgang.featherstonehaugh@example.com',
      cashapp: '$wolfgang',
      venmo: '@w-a-m',
    },
  ],
  [
    'W'.repeat(50),
    {
      paypal: `@${'W'.repeat(20)}`,
      cashapp: `$${'W'.repeat(20)}`,
      venmo: `@${'W'.repeat(30)}`,
      applepay: `${'w'.repeat(50)}@${'w'.repeat(50)}.example.com`,
    },
  ],
])('the sign of the longest name is one page too: %s', async (name, handles) => {
  const long = await registerPerson(browser, {
    name,
    screenName: `${name.slice(0, 49)}.`,
    handles,
  });
  const page = await visitSign(`/@${long.username}`);
  await expectOneSheet(page);
});

test('the sign is one page of A5 whose code can be read, in color and without', async () => {
  const page = await visitSign();
  const readSheet = async () => {
    const shot = await page.locator('.sign-code').screenshot({ scale: 'css' });
    const png = PNG.sync.read(shot);
    return (await readQrCode(`data:image/png;base64,${PNG.sync.write(png).toString('base64')}`))
      .text;
  };
  expect(await readSheet()).toBe(`https://pay.example${path}`);
  await page.getByLabel('Black and white').check();
  expect(await readSheet()).toBe(`https://pay.example${path}`);
  const background = () =>
    page.locator('.sign-arch').evaluate((arch) => getComputedStyle(arch).backgroundColor);
  expect(await background()).toBe('rgb(255, 255, 255)');
  const edge = (part: string) =>
    page.locator(part).evaluate((node) => getComputedStyle(node).borderTopColor);
  expect(await edge('.sign-arch')).toBe('rgb(0, 0, 0)');
  expect(await edge('.sign-arch .arch')).toBe('rgb(0, 0, 0)');
  await expectOneSheet(page);
});

test('a renamed member’s page says so, and the note can be closed', async () => {
  const person = await registerPerson(browser, {
    name: 'Re Named',
    handles: { venmo: '@renamed' },
  });
  await browser.pool.query(
    `INSERT INTO retired_usernames (username, user_id) VALUES ('former-name', $1)`,
    [person.id],
  );
  const page = await openPage('/@former-name');
  expect(new URL(page.url()).pathname).toBe(`/@${person.username}`);
  await page.getByText(`Re Named is now @${person.username}`).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Close this note' }).click();
  await expectFocus(page.getByRole('main'));
  expect(await page.getByText('Same person, same page.').count()).toBe(0);
});

test('closed and unknown pages', async () => {
  await browser.pool.query(`INSERT INTO retired_usernames (username) VALUES ('left-us')`);
  const page = await visit(browser, '/@left-us');
  await page.getByRole('heading', { level: 1, name: 'This page is closed' }).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.goto('/@nobody-at-all');
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  await page.goto('/@nobody/at/all');
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  await page.goto('/@%E4%BD%A0');
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  expectProblems(page, /404/, /410/);
});

test('the header takes part in the band, and only there', async () => {
  const page = await openPage(path);
  const colorOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colorOf('header')).toBe(await colorOf('main section[data-surface="hero"]'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Log In' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(await colorOf('header')).toBe('rgb(255, 255, 255)');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Maya Okafor' }).waitFor();
  expect(await colorOf('header')).toBe('rgb(255, 200, 61)');
});

test('a first visit by a page has no tour, also on the home screen', async () => {
  const page = await openPage(path, { isFirstVisit: true });
  await page.getByRole('banner').getByRole('link', { name: 'Payfolk, home' }).click();
  await page.getByRole('searchbox').waitFor();
  await page.getByRole('button', { name: 'Venmo' }).click();
  await page.locator('article').first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a page does not load the rules of forms', async () => {
  const page = await browser.newPage();
  onTestFinished(() => page.context().close());
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(path);
  await waitForHydration(page);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((url) => url.includes('rules-'))).toEqual([]);
});

test('a member’s profile offers the page, beside the QR code and in its dialog', async () => {
  const page = await visit(browser, '/profile', { as: maya });
  const link = page.getByRole('link', { name: path });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(path);
  await page.getByRole('button', { name: 'Show my QR code' }).click();
  const inDialog = page.getByRole('dialog').getByRole('link', { name: path });
  await inDialog.waitFor();
  expect(await inDialog.getAttribute('href')).toBe(path);
  await page.getByRole('dialog').getByRole('img').waitFor();
  await expectAccessibleInEveryLook(page);
});
