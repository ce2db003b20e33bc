import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { fillDirectory } from '#tests/support/search-page.ts';
import { expectToast, keepToasts, toastOf, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
  await fillDirectory(browser);
});
afterAll(() => browser.close());

test('shows one toast at a time, closed by a swipe of 50 px to the right', async () => {
  const page = await visit(browser, '/?search=mayank', { before: keepToasts });
  const card = page.getByRole('article', { name: 'Mayank Patel' });
  await card.getByRole('button', { name: 'Call' }).click();
  await expectToast(page, 'No phone number', /./, 'destructive');
  await card.getByRole('button', { name: 'Website' }).click();
  await expectToast(page, 'No website', /./, 'destructive');
  expect(await toastOf(page).count()).toBe(1);
  const box = await toastOf(page).boundingBox();
  if (!box) throw new Error('The toast has no place');
  const swipe = async (distance: number) => {
    await page.mouse.move(box.x + 80, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 80 + distance / 2, box.y + 20);
    await page.mouse.move(box.x + 80 + distance, box.y + 20);
    await page.mouse.up();
  };
  await swipe(40);
  expect(await toastOf(page).count()).toBe(1);
  await swipe(80);
  await toastOf(page).waitFor({ state: 'detached' });
});

test('a toast is closed by its button', async () => {
  const page = await visit(browser, '/?search=mayank', { before: keepToasts });
  await page.getByRole('button', { name: 'Call' }).click();
  await toastOf(page).getByRole('button', { name: 'Dismiss' }).click();
  await toastOf(page).waitFor({ state: 'detached' });
});

test('a failure has another color and another icon', async () => {
  const page = await visit(browser, '/?search=okafor', { before: keepToasts });
  const looks = async (tone: string) => {
    const toast = toastOf(page).and(page.locator(`[data-tone="${tone}"]`));
    await toast.waitFor();
    return {
      color: await toast.evaluate((element) => getComputedStyle(element).backgroundColor),
      icon: await toast.locator('svg').first().innerHTML(),
    };
  };
  await page.getByRole('button', { name: 'Copy username' }).click();
  const success = await looks('default');
  await page.getByLabel('Their email address').fill('nonsense');
  await page.getByRole('button', { name: 'Email Link' }).click();
  const failure = await looks('destructive');
  expect(failure.color).not.toBe(success.color);
  expect(failure.icon).not.toBe(success.icon);
});

test('a toast is 420 px wide on a desktop and as wide as a phone', async () => {
  const width = async (viewport: { width: number; height: number }) => {
    const page = await visit(browser, '/?search=mayank', { viewport, before: keepToasts });
    await page.getByRole('button', { name: 'Call' }).click();
    await toastOf(page).waitFor();
    return (await page.getByLabel('Notifications (F8)').locator('ol').boundingBox())?.width;
  };
  expect(await width({ width: 1280, height: 800 })).toBe(420);
  expect(await width({ width: 390, height: 844 })).toBe(390);
});

test('on a phone a toast is at the top while a dialog is open', async () => {
  const page = await visit(browser, '/?search=mayank', { before: keepToasts });
  await page.getByRole('button', { name: 'Call' }).click();
  const top = async () => (await toastOf(page).boundingBox())?.y ?? 0;
  await toastOf(page).waitFor();
  expect(await top()).toBeGreaterThan(422);
  await page.getByRole('button', { name: 'QR code to pay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Mayank Patel' });
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await toastOf(page).getByText('Link Copied').waitFor();
  await expect.poll(top).toBeLessThan(100);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(top).toBeGreaterThan(422);
});

test('a toast stays for 5 s by default', async () => {
  const page = await visit(browser, '/', { pausedAt: new Date('2026-03-01T12:00:00') });
  await page.getByLabel('Their email address').fill('nonsense');
  await page.getByRole('button', { name: 'Email Link' }).click();
  await toastOf(page).waitFor();
  await page.clock.runFor(4_980);
  expect(await toastOf(page).count()).toBe(1);
  await page.clock.runFor(40);
  await toastOf(page).waitFor({ state: 'detached' });
});
