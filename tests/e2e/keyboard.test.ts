import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/forms.ts';
import { fillDirectory } from '#tests/support/search-page.ts';
import { expectToast, toastGone, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
  await fillDirectory(browser);
});
afterAll(() => browser.close());

/** The text of the focused element, and whether its focus ring is visible. */
const focused = (page: VisitorPage) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const label = element.getAttribute('aria-label') ?? element.textContent;
    return {
      words: (label ?? '').replace(/\s+/g, ' ').trim(),
      // The label of a radio button has it.
      isRingShown: [element, element.closest('label')].some(
        (each) => each && getComputedStyle(each).boxShadow !== 'none',
      ),
    };
  });

/** Presses Tab until the focused element starts with this text; every stop must have a visible ring. */
async function tabTo(page: VisitorPage, start: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (!now) continue;
    expect(now, `no ring on “${now.words}”`).toMatchObject({ isRingShown: true });
    if (now.words.startsWith(start)) return;
  }
  throw new Error(`Tab never reached “${start}”`);
}

test.each(WIDTHS)(
  'searching and paying works with the keyboard only on a %s',
  async (_name, viewport) => {
    const page = await visit(browser, '/', {
      viewport,
      before: () => {
        const opened: string[] = [];
        Object.assign(window, { opened });
        window.open = (address) => {
          opened.push(String(address));
          return window;
        };
      },
    });
    await tabTo(page, 'Search by name or username');
    await page.keyboard.type('okafor');
    await page.getByRole('article', { name: 'Maya Okafor' }).waitFor();
    expect((await focused(page))?.words).toBe('Search by name or username');
    await tabTo(page, 'Pay Maya Okafor with Venmo');
    await tabTo(page, 'Pay with Cash App');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Cash App Payment', /./);
    expect(await page.evaluate(() => Reflect.get(window, 'opened'))).toEqual([
      'https://cash.app/$mayaokafor',
    ]);

    // F8 focuses the toast.
    await page.keyboard.press('F8');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName))
      .toMatch(/^(OL|LI)$/);

    await page.getByRole('button', { name: 'Pay with Cash App' }).focus();
    await tabTo(page, 'Add an amount or note');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pay Maya Okafor' });
    await expectFocus(dialog.getByRole('textbox', { name: 'Amount' }));
    await page.keyboard.press('Shift+Tab');
    await expectFocus(dialog.getByRole('radio', { name: 'Cash App' }));
    expect(await focused(page)).toMatchObject({ isRingShown: true });
    await tabTo(page, 'Close');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => focused(page))
      .toMatchObject({ words: 'Add an amount or note for Maya Okafor', isRingShown: true });

    await tabTo(page, 'QR code');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('img').waitFor();
    await tabTo(page, 'Copy Link');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Link Copied', /./);
    // The first Escape closes the toast, the second one the dialog.
    await page.keyboard.press('Escape');
    await toastGone(page);
    expect(await page.getByRole('dialog').getAttribute('data-state')).toBe('open');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatchObject({ words: 'QR code to pay Maya Okafor' });
  },
);
