import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { bodiesTo, expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { markReported } from '#tests/support/people.ts';
import { cardOf, type Directory, fillDirectory } from '#tests/support/search-page.ts';
import {
  expectNoSidewaysScroll,
  nextFrame,
  pressEscapeIn,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let people: Directory;
beforeAll(async () => {
  browser = await openBrowser();
  people = await fillDirectory(browser);
});
afterAll(() => browser.close());

async function openReport(options: VisitOptions = {}, search = 'okafor', name = 'Maya Okafor') {
  const page = await visit(browser, `/?search=${search}`, options);
  const opener = cardOf(page, name).getByRole('button', { name: `Report ${name}` });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Report this page' });
  await dialog.waitFor();
  const send = dialog.getByRole('button', { name: 'Send report' });
  return { page, opener, dialog, send };
}

describe('reporting a page', () => {
  test.each(WIDTHS)('needs a reason, then thanks on a %s', async (_, viewport) => {
    const { page, opener, dialog, send } = await openReport({ viewport });
    const sent = bodiesTo(page, '/api/reports');
    await dialog
      .getByText('A person reads every report. Maya Okafor won’t know it was you.')
      .waitFor();
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await send.isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByText('A copied name, picture or business.').click();
    await dialog.getByLabel('What happened? (optional)').fill('She is not Maya.');
    await expectNoSidewaysScroll(page);
    const letGo = await holdBack(page, '/api/reports');
    await send.click();
    await dialog.getByRole('button', { name: 'Sending...' }).waitFor();
    // Closed, it could not say whether the report arrived.
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Close' }).click();
    letGo();
    const thanks = page.getByRole('dialog', { name: 'Thanks for telling us' });
    await thanks.waitFor();
    expect(sent).toEqual([
      { userId: people.maya.id, reason: 'impersonation', details: 'She is not Maya.' },
    ]);
    const done = thanks.getByRole('button', { name: 'Done' });
    await expectFocus(done);
    await thanks.getByRole('heading', { name: 'Already paid?' }).waitFor();
    const links = thanks.getByRole('link');
    expect(await links.allTextContents()).toEqual(
      ['Cash App', 'PayPal', 'Venmo', 'Apple Pay'].map(
        (platform) => `${platform} help (opens in a new tab)`,
      ),
    );
    expect(
      await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)),
    ).toEqual([
      'https://cash.app/help',
      'https://www.paypal.com/us/cshelp/personal',
      'https://help.venmo.com/',
      'https://support.apple.com/apple-pay',
    ]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await done.click();
    await thanks.waitFor({ state: 'detached' });
    await expectFocus(opener);
  });

  test('offers help only for the platforms of that page', async () => {
    const { page, dialog, send } = await openReport({}, 'bruno', 'Bruno Reyes');
    await dialog.getByRole('radio', { name: 'Something else' }).click();
    await send.click();
    const links = page.getByRole('dialog', { name: 'Thanks for telling us' }).getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['PayPal help (opens in a new tab)']);
  });

  test('keeps what was typed after a failure', async () => {
    const { page, dialog, send } = await openReport();
    await page.route('**/api/reports', (route) => route.fulfill({ status: 500, body: '' }));
    await dialog.getByRole('radio', { name: 'It looks like a scam' }).click();
    await dialog.getByLabel('What happened? (optional)').fill('They asked twice.');
    await send.click();
    await dialog.getByText('Could not send your report. Please try again.').waitFor();
    expect(await dialog.getByLabel('What happened? (optional)').inputValue()).toBe(
      'They asked twice.',
    );
    expectProblems(page, /500/);
  });

  test('keeps what was typed after a press beside the dialog', async () => {
    const { page, dialog } = await openReport({ viewport: DESKTOP });
    const story = dialog.getByRole('textbox');
    await story.fill('They asked for twice the price.');
    await page.mouse.click(5, 5);
    await nextFrame(page);
    expect(await dialog.getAttribute('data-state')).toBe('open');
    expect(await story.inputValue()).toBe('They asked for twice the price.');
  });

  test('keeps what was typed when it is closed, until it is sent', async () => {
    const { page, dialog, opener, send } = await openReport({}, 'bruno', 'Bruno Reyes');
    const reason = dialog.getByRole('radio', { name: 'It looks like a scam' });
    const story = dialog.getByLabel('What happened? (optional)');
    await reason.click();
    await story.fill('They asked twice.');
    await pressEscapeIn(dialog);
    await dialog.waitFor({ state: 'detached' });
    await opener.click();
    await expectFocus(reason);
    expect(await reason.isChecked()).toBe(true);
    expect(await story.inputValue()).toBe('They asked twice.');
    await send.click();
    const thanks = page.getByRole('dialog', { name: 'Thanks for telling us' });
    await thanks.getByRole('button', { name: 'Done' }).click();
    await thanks.waitFor({ state: 'detached' });
    await opener.click();
    expect(await story.inputValue()).toBe('');
    expect(await send.isDisabled()).toBe(true);
  });

  test('works with the keyboard', async () => {
    const { page, dialog, opener } = await openReport();
    await expectFocus(dialog.getByRole('radio').first());
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await dialog.getByRole('radio', { name: 'A payment name is wrong' }).isChecked()).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(opener);
  });
});

test.each(WIDTHS)('a page that several people reported asks first on a %s', async (_, viewport) => {
  await markReported(browser, people.bruno, 'paypal');
  const page = await visit(browser, '/?search=bruno', { viewport });
  const card = cardOf(page, 'Bruno Reyes');
  await card.getByText('Several people reported this profile.').waitFor();
  await card.getByRole('button', { name: 'Pay with PayPal' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Is this really Bruno Reyes?' });
  await dialog.getByText('Several people reported this profile.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});
