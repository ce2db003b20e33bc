import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { readQrCode } from '#tests/support/read-qr.ts';
import { cardOf, type Directory, fillDirectory } from '#tests/support/search-page.ts';
import {
  clipboardOf,
  expectToast,
  toastOf,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let people: Directory;
beforeAll(async () => {
  browser = await openBrowser({ PUBLIC_URL: 'https://pay.example' });
  people = await fillDirectory(browser);
});
afterAll(() => browser.close());

const link = () => `https://pay.example/?search=${people.maya.username}&platform=cashapp`;

const dialogOf = (page: VisitorPage) => page.getByRole('dialog', { name: 'Pay Maya Okafor' });

async function openQr(options: VisitOptions = {}) {
  const page = await visit(browser, '/?search=okafor', options);
  const opener = cardOf(page, 'Maya Okafor').getByRole('button', { name: 'QR code' });
  await opener.waitFor();
  return { page, opener };
}

describe.each(WIDTHS)('the QR dialog on a %s', (_name, viewport) => {
  test('shows the code, copies the link and restores the focus', async () => {
    const { page, opener } = await openQr({ viewport });
    const release = await holdBack(page, '/api/qrcode?**');
    const request = page.waitForRequest('**/api/qrcode?**');
    await opener.click();
    const dialog = dialogOf(page);
    await dialog.getByText('Generating...').waitFor();
    expect(await dialog.getByRole('button', { name: 'Copy Link' }).isDisabled()).toBe(true);
    release();
    expect(new URL((await request).url()).search).toBe(
      `?type=payment&username=${people.maya.username}&platform=cashapp`,
    );
    const code = dialog.getByRole('img', { name: `QR code of ${link()}` });
    await code.waitFor();
    expect((await readQrCode((await code.getAttribute('src')) ?? '')).text).toBe(link());
    await dialog.getByText('$mayaokafor').waitFor();
    await dialog.getByRole('button', { name: 'Copy Link' }).click();
    await expectToast(page, 'Link Copied', /./);
    expect(await clipboardOf(page)).toBe(link());
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(opener);
  });
});

test('Download saves the picture under the username', async () => {
  const { page, opener } = await openQr();
  await opener.click();
  const saving = page.waitForEvent('download');
  await dialogOf(page).getByRole('button', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe(`${people.maya.username}_payment_qrcode.png`);
});

test('its icons keep their shape on a narrow phone', async () => {
  const { page, opener } = await openQr({ viewport: { width: 320, height: 640 } });
  await opener.click();
  for (const name of ['Copy Link', 'Download', 'Share']) {
    const icon = dialogOf(page).getByRole('button', { name }).locator('svg');
    // The dialog grows while it opens.
    await expect
      .poll(() => icon.evaluate((node) => node.getBoundingClientRect().width), { message: name })
      .toBe(20);
  }
});

test('the whole code is seen at 200 % zoom', async () => {
  const viewport = { width: 640, height: 400 };
  const { page, opener } = await openQr({ viewport });
  await opener.click();
  const code = dialogOf(page).getByRole('img', { name: /^QR code of/ });
  await code.scrollIntoViewIfNeeded();
  const box = await code.boundingBox();
  expect(box?.height).toBeGreaterThan(100);
  expect(box?.height).toBeLessThan(viewport.height - 24);
});

describe('Share', () => {
  test('uses the system’s share dialog', async () => {
    const { page, opener } = await openQr({
      before: () => {
        Object.assign(navigator, {
          share: (data: ShareData) => {
            Object.assign(window, { shared: data });
            return Promise.resolve();
          },
        });
      },
    });
    await opener.click();
    await dialogOf(page).getByRole('button', { name: 'Share' }).click();
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
      .toEqual({ title: 'Maya Okafor · Payfolk', text: 'Pay Maya Okafor:', url: link() });
  });

  test('that fails offers to copy the link', async () => {
    const { page, opener } = await openQr({
      before: () => {
        Object.assign(navigator, { share: () => Promise.reject(new Error('no apps')) });
      },
    });
    await opener.click();
    await dialogOf(page).getByRole('button', { name: 'Share' }).click();
    await expectToast(
      page,
      'Share Failed',
      'There was a problem sharing the app. Please try again.',
      'destructive',
    );
    await toastOf(page).getByText('Copy Link').click();
    await expectToast(page, 'Link Copied', /./);
    expect(await clipboardOf(page)).toBe(link());
  });

  test('copies the link without a share dialog', async () => {
    const { page, opener } = await openQr({
      before: () => {
        Object.defineProperty(Navigator.prototype, 'share', { value: undefined });
      },
    });
    await opener.click();
    await dialogOf(page).getByRole('button', { name: 'Share' }).click();
    await expectToast(page, 'Link Copied', /./);
    expect(await clipboardOf(page)).toBe(link());
  });
});

describe('without a code', () => {
  test.each([
    ['a failure', { status: 500, json: { error: 'Broken' } }],
    ['an answer without one', { json: { url: 'https://pay.example' } }],
  ])('%s shows an error, and trying again works', async (_name, answer) => {
    const { page, opener } = await openQr();
    await page.route('**/api/qrcode?**', (route) => route.fulfill(answer));
    await opener.click();
    const failed = 'Could not generate QR code. Please try again.';
    await expectToast(page, 'QR Code Error', failed, 'destructive');
    const dialog = dialogOf(page);
    await dialog.getByText('No QR code available').waitFor();
    await page.unroute('**/api/qrcode?**');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('img', { name: /^QR code of/ }).waitFor();
    expectProblems(page, /500/);
  });

  test('a person without a username shows an error', async () => {
    const page = await visit(browser, '/');
    await page.route('**/api/users/search?**', async (route) => {
      const [person] = (await (await route.fetch()).json()) as Record<string, unknown>[];
      await route.fulfill({ json: [{ ...person, username: null }] });
    });
    await page.getByRole('searchbox').fill('okafor');
    await page.getByRole('button', { name: 'QR code' }).click();
    await expectToast(
      page,
      'No username provided for QR code generation',
      undefined,
      'destructive',
    );
  });
});
