import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import {
  expectFieldError,
  expectFocus,
  expectLoaded,
  expectProblems,
} from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import { readQrCode } from '#tests/support/read-qr.ts';
import {
  clipboardOf,
  expectNoSidewaysScroll,
  expectToast,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

const PUBLIC_URL = 'https://pay.example';

let browser: TestBrowser;
let maya: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser({ PUBLIC_URL });
  maya = await registerPerson(browser, {
    name: 'Maya Okafor',
    handles: { venmo: '@maya-okafor', cashapp: '$maya' },
  });
});
afterAll(() => browser.close());

/** What a phone reads from a picture on the page. */
async function readCode(page: VisitorPage, name: string): Promise<string> {
  const image = page.getByRole('img', { name });
  await image.waitFor();
  const svg = await page.evaluate(
    async (address) => (await fetch(address)).text(),
    (await image.getAttribute('src')) ?? '',
  );
  const code = await readQrCode(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
  return code.text ?? '';
}

async function openShare(options: VisitOptions = {}, as = maya) {
  const page = await visit(browser, '/profile/share', { ...options, as });
  await page.getByRole('heading', { name: 'Your link' }).waitFor();
  const own = new URL(`/@${as.username}`, page.url()).href;
  return { page, own };
}

describe.each(WIDTHS)('the ways to share, on a %s', (_, viewport) => {
  test('the link and its code', async () => {
    const { page, own } = await openShare({ viewport });
    await page.getByText(own.replace('http://', ''), { exact: true }).first().waitFor();
    expect(await readCode(page, 'QR code of your page')).toBe(`${PUBLIC_URL}/@${maya.username}`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Copy Link', exact: true }).click();
    await expectToast(page, 'Link Copied', /./);
    expect(await clipboardOf(page)).toBe(own);
  });

  test('an amount: link and code ask for it, once it is right', async () => {
    const { page, own } = await openShare({ viewport });
    const copy = page.getByRole('button', { name: 'Copy Link with the amount' });
    const code = page.getByRole('button', { name: 'QR code', exact: true });
    const amount = page.getByLabel('Amount', { exact: true });
    expect(await copy.isDisabled()).toBe(true);
    expect(await code.isDisabled()).toBe(true);
    await amount.fill('1.234');
    await page.getByLabel('Note').fill('Dinner & wine');
    await page.getByLabel('Note').blur();
    await expectFieldError(amount, 'Enter the amount as a plain number, for example 25 or 12.50');
    expect(await copy.isDisabled()).toBe(true);
    await amount.fill('25');
    await page.getByLabel('Note').fill('To $another instead');
    await page.getByLabel('Note').blur();
    await expectFieldError(
      page.getByLabel('Note'),
      'Leave payment names and links out of the note',
    );
    expect(await copy.isDisabled()).toBe(true);
    await page.getByLabel('Note').fill('Dinner & wine');
    await page.getByText('Maya Okafor asks for $25.00 · “Dinner & wine”').waitFor();
    await copy.click();
    await expectToast(page, 'Link Copied', /./);
    expect(await clipboardOf(page)).toBe(`${own}?amount=25&note=Dinner%20%26%20wine`);
    await code.click();
    const dialog = page.getByRole('dialog', { name: 'Maya Okafor asks for $25.00' });
    await dialog.getByText('“Dinner & wine”').waitFor();
    expect(await readCode(page, 'QR code that asks for $25.00')).toBe(
      `${PUBLIC_URL}/@${maya.username}?amount=25&note=Dinner%20%26%20wine`,
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(code);
  });
});

test('a code that did not load can be tried again', async () => {
  const { page } = await openShare();
  await page.getByLabel('Amount', { exact: true }).fill('25');
  await page.getByLabel('Note').fill('Dinner');
  await page.route('**/qr.svg?**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'QR code', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Maya Okafor asks for $25.00' });
  const failed = dialog.getByRole('alert');
  await failed.getByText('No QR code available').waitFor();
  await failed.getByText('A shorter note may help.').waitFor();
  expect(await dialog.getByText(/camera/).count()).toBe(0);
  await page.unroute('**/qr.svg?**');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expectLoaded(dialog.getByRole('img', { name: 'QR code that asks for $25.00' }));
  expectProblems(page, /500/);
});

test('a shared text has words before the link', async () => {
  const { page, own } = await openShare({
    before: () => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(Navigator.prototype, 'share', {
        value: async (data: unknown) => void shared.push(data),
      });
    },
  });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByLabel('Amount', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Share the link with the amount' }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual([
      { title: 'Maya Okafor · Payfolk', text: 'Pay Maya Okafor:', url: own },
      {
        title: 'Maya Okafor · Payfolk',
        text: 'Maya Okafor asks for $5.00:',
        url: `${own}?amount=5`,
      },
    ]);
});

test('the sign opens, and the button’s code is a link to the page', async () => {
  const { page, own } = await openShare();
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Print a sign' }).click();
  await (await opening).getByRole('heading', { name: 'Scan to pay Maya Okafor' }).waitFor();
  await page.bringToFront();
  const picture = page.getByRole('img', { name: 'The button: Pay Maya Okafor' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expectToast(page, 'Code copied', 'Paste it into your website.');
  expect(await clipboardOf(page)).toBe(
    `<a rel="me" href="${own}">\n<img alt="Pay Maya Okafor with Payfolk"\nsrc="${own}/button.svg">\n</a>`,
  );
});

test('My Account leads there, and the code can be saved', async () => {
  const page = await visit(browser, '/profile', { as: maya });
  await page.getByRole('navigation', { name: 'My Account' }).getByText('Share').click();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the QR code' }).click();
  expect((await saving).suggestedFilename()).toBe(`${maya.username}_page_qrcode.svg`);
});

test('View as Visitor shows the card with its caution', async () => {
  const person = await registerPerson(browser, { name: 'Ona Vice', handles: { venmo: '@ona' } });
  const page = await visit(browser, '/profile/share', { as: person });
  await page.getByRole('heading', { name: 'Your link' }).waitFor();
  await page.evaluate(() =>
    fetch('/api/payment-accounts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform: 'venmo', username: '@ona-two' }),
    }),
  );
  await page.getByRole('button', { name: 'View as Visitor' }).click();
  const card = page.getByRole('dialog').getByRole('article', { name: 'Ona Vice' });
  await card.getByText('This Venmo name changed today.').waitFor();
});

describe('after registration', () => {
  async function register(options: {
    name: string;
    handle?: string;
    viewport?: VisitOptions['viewport'];
  }) {
    const { name, handle, viewport } = options;
    const page = await visit(browser, '/auth?tab=register', {
      isFirstVisit: true,
      ...(viewport && { viewport }),
    });
    await page.getByLabel('Name', { exact: true }).fill(name);
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    if (handle) {
      await page.getByRole('button', { name: /Payment handles/ }).click();
      await page.getByLabel('Venmo username').fill(handle);
    }
    await page.getByRole('button', { name: 'Create account' }).click();
    const panel = page.getByRole('region', { name: 'You’re live' });
    await panel.waitFor();
    return { page, panel, email };
  }

  test.each(WIDTHS)(
    'a panel shows the card, link, code and the mail, on a %s',
    async (width, viewport) => {
      const { page, panel, email } = await register({
        name: width === 'phone' ? 'Liv Panel' : 'Leo Panel',
        handle: '@liv-pays',
        viewport,
      });
      expect(new URL(page.url()).pathname).toBe('/');
      const card = panel.getByRole('article');
      await card.getByText('@liv-pays').first().waitFor();
      await panel.getByText('This is your card. Share it, and people can pay you.').waitFor();
      await panel.getByText(`We emailed ${email}.`).waitFor();
      const { rows } = await browser.pool.query('SELECT username FROM users WHERE email = $1', [
        email,
      ]);
      expect(await readCode(page, 'QR code of your page')).toBe(
        `${PUBLIC_URL}/@${rows[0].username}`,
      );
      // No tour on top, though it is a first visit.
      expect(await page.getByRole('dialog').count()).toBe(0);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await panel.getByRole('button', { name: 'Copy Link' }).click();
      await expectToast(page, 'Link Copied', /./);
      await panel.getByRole('button', { name: 'Close' }).click();
      await panel.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('searchbox').waitFor();
      expect(await panel.count()).toBe(0);
    },
  );

  test('it is on the profile where no payment name was given', async () => {
    const { page, panel } = await register({ name: 'Noa Handle' });
    expect(new URL(page.url()).pathname).toBe('/profile');
    await panel.getByText('No payment platforms yet.').waitFor();
    await panel
      .getByText('This is your card. Add a payment name, and people can pay you.')
      .waitFor();
    // The address breaks after its signs first.
    const address = panel.getByText(/\/@noa\.handle$/);
    expect(await address.locator('wbr').count()).toBeGreaterThan(1);
    await expectAccessibleInEveryLook(page);
    await panel.getByRole('link', { name: 'More ways to share' }).click();
    await page.getByRole('heading', { name: 'Ask for an amount' }).waitFor();
    await page.goBack();
    await panel.getByRole('link', { name: 'Add a screen name' }).click();
    await expectFocus(page.getByLabel('Screen name'));
    await panel.getByRole('link', { name: 'Add a payment name' }).click();
    await page.getByLabel('Cash App username').waitFor();
    expect(await panel.count()).toBe(0);
  });
});
