import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { fillDirectory } from '#tests/support/search-page.ts';
import { expectNoSidewaysScroll, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
  await fillDirectory(browser);
});
afterAll(() => browser.close());

const INSETS = { top: 47, bottom: 34, left: 44, right: 44 };

test('nothing lies under the notch or the home indicator of a phone', async () => {
  const page = await visit(browser, '/?search=mayank');
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
  const boxOf = async (name: string) => {
    const box = await page.locator(name).first().boundingBox();
    if (!box) throw new Error(`${name} is not shown`);
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  const logo = await boxOf('header a');
  expect(logo.y).toBeGreaterThanOrEqual(INSETS.top);
  expect(logo.x).toBeGreaterThanOrEqual(INSETS.left);
  expect((await boxOf('header button')).right).toBeLessThanOrEqual(width - INSETS.right + 8);
  const card = await boxOf('article');
  expect(card.x).toBeGreaterThanOrEqual(INSETS.left);
  expect(card.right).toBeLessThanOrEqual(width - INSETS.right);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'QR code to pay' }).click();
  const share = page.getByRole('button', { name: 'Share' });
  await share.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      const box = await share.boundingBox();
      return box ? box.y + box.height : height;
    })
    .toBeLessThanOrEqual(height - INSETS.bottom);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const close = page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' });
  await expect.poll(async () => (await close.boundingBox())?.y).toBeGreaterThanOrEqual(INSETS.top);
});
