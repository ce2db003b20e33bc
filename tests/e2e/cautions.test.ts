import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Platform } from '#contract/platforms/registry.ts';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import {
  DESKTOP,
  openBrowser,
  PHONE,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/forms.ts';
import {
  apiOf,
  markReported,
  type RegisteredPerson,
  registerPerson,
} from '#tests/support/people.ts';
import { cardOf } from '#tests/support/search-page.ts';
import {
  clipboardOf,
  expectNoSidewaysScroll,
  expectToast,
  keepToasts,
  toastOf,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function replaceHandle(
  person: RegisteredPerson,
  platform: Platform,
  username: string,
  daysAgo: number,
) {
  const send = await apiOf(browser, person);
  await send('POST', '/api/payment-accounts', { platform, username });
  await browser.pool.query(
    `UPDATE payment_accounts SET handle_since = now() - make_interval(days => $2, hours => 1)
     WHERE user_id = $1 AND platform = $3`,
    [person.id, daysAgo, platform],
  );
  // Writes the card again.
  await send('PUT', '/api/payment-accounts/order', { platforms: [platform] });
}

const MARIGOLD = 'rgb(255, 200, 61)';
/** What is filled with it, as far as it is seen. */
const marigoldIn = (locator: ReturnType<VisitorPage['locator']>) =>
  locator.evaluate(
    (node, color) =>
      [...node.querySelectorAll('*')]
        .filter((each) => each.tagName !== 'MARK' && each.tagName !== 'IMG')
        .filter((each) => getComputedStyle(each).backgroundColor === color)
        .map((each) => each.textContent),
    MARIGOLD,
  );

/** Records every window.open. */
function recordWindows() {
  const opened: string[] = [];
  Object.assign(window, { opened });
  window.open = (address) => {
    opened.push(String(address));
    return window;
  };
}
const atUsername = ({ username }: RegisteredPerson) => `@${username}`;

const opened = (page: VisitorPage) =>
  page.evaluate(() => Reflect.get(window, 'opened') as string[]);

async function openCard(name: string, options: VisitOptions = {}) {
  const page = await visit(browser, `/?search=${encodeURIComponent(name)}`, {
    before: recordWindows,
    ...options,
  });
  const card = cardOf(page, name);
  await card.waitFor();
  return { page, card };
}

describe.each(WIDTHS)('a changed payment name, on a %s', (width, viewport) => {
  let name: string;
  beforeAll(async () => {
    name = width === 'phone' ? 'Greta Lindholm' : 'Henrik Aalto';
    const handles = { cashapp: '$lindh0lm', venmo: '@lindholm' };
    const person = await registerPerson(browser, { name, handles });
    await replaceHandle(person, 'cashapp', '$lindholm', 2);
  });

  test('is said on the card, and asked about before paying; other platforms open at once', async () => {
    const { page, card } = await openCard(name, { viewport });
    await card.getByText('This Cash App name changed 2 days ago.').waitFor();
    await card.getByText(`Check with ${name} before you pay.`).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await card.getByRole('button', { name: `Pay ${name} with Venmo` }).click();
    expect(await opened(page)).toEqual(['https://venmo.com/u/lindholm']);

    await card.getByRole('button', { name: `Pay ${name} with Cash App` }).click();
    const dialog = page.getByRole('alertdialog', { name: `Is this still ${name}?` });
    await dialog
      .getByText(
        'This Cash App name changed 2 days ago. Money sent to the wrong name is hard to get back.',
      )
      .waitFor();
    // The payer never saw the old one.
    expect(await dialog.getByText('$lindh0lm').count()).toBe(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Pay $lindholm anyway' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await opened(page)).toEqual([
      'https://venmo.com/u/lindholm',
      'https://cash.app/$lindholm',
    ]);
    await card.getByText(`Opened Cash App for ${name}, $lindholm.`).waitFor();
  });

  test('is asked about with the Pay button and with an amount too, by keyboard', async () => {
    const { page, card } = await openCard(name, { viewport });
    const dialog = page.getByRole('alertdialog', { name: `Is this still ${name}?` });
    const button = card.getByRole('button', { name: 'Pay with Cash App' });
    // One line.
    expect((await button.boundingBox())?.height).toBe(52);
    await button.focus();
    await page.keyboard.press('Enter');
    await expectFocus(dialog.getByRole('button', { name: `Ask ${name} first` }));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(button);
    expect(await opened(page)).toEqual([]);

    await card.getByRole('button', { name: `Add an amount or note for ${name}` }).click();
    const sheet = page.getByRole('dialog', { name: `Pay ${name}` });
    expect(await marigoldIn(sheet)).toEqual([]);
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('25');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await sheet.waitFor({ state: 'detached' });
    expect(await opened(page)).toEqual([]);
    await expectFocus(dialog.getByRole('button', { name: `Ask ${name} first` }));
    await page.keyboard.press('Tab');
    await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await opened(page)).toEqual(['https://cash.app/$lindholm/25']);
    await card.getByText(`Opened Cash App for ${name}, $lindholm, $25.`).waitFor();
  });
});

test('asking shares the question, or copies it', async () => {
  const person = await registerPerson(browser, {
    name: 'Petra Novak',
    handles: { venmo: '@petr4' },
  });
  await replaceHandle(person, 'venmo', '@petra', 0);
  const { page, card } = await openCard('Petra Novak');
  await card.getByText('This Venmo name changed today.').waitFor();
  await card.getByRole('button', { name: 'Pay with Venmo' }).click();
  const ask = page.getByRole('button', { name: 'Ask Petra Novak first' });
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await ask.click();
  await expectToast(page, 'Question copied', 'Paste it in a message to Petra Novak.');
  const text = 'Your Payfolk page now shows @petra on Venmo. Is that you?';
  const url = `${browser.url}/?search=${person.username}`;
  expect(await clipboardOf(page)).toBe(`${text} ${url}`);
  await page.evaluate(() => {
    const share = async (data: unknown) => void Object.assign(window, { shared: data });
    Object.assign(navigator, { share });
  });
  await ask.click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual({ text, url });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await opened(page)).toEqual([]);
});

test('a person with the same name as a verified member is compared by what differs on the cards', async () => {
  const name = 'Odalys Brandt';
  const real = await registerPerson(browser, {
    name,
    screenName: name,
    isVerified: true,
    handles: { venmo: '@odalys', cashapp: '$odalys' },
  });
  const handles = { venmo: '@0dalys' };
  const screenName = 'Odalys-Brandt';
  const named = await registerPerson(browser, { name, screenName, handles });
  // Cards show the username of a person without a screen name.
  const unnamed = await registerPerson(browser, { name, screenName: '', handles });

  for (const { person, shown, same, pair } of [
    {
      person: named,
      shown: screenName,
      same: 'the same name',
      pair: [real, named].map(atUsername),
    },
    {
      person: unnamed,
      shown: unnamed.username,
      same: 'nearly the same name',
      pair: [name, unnamed.username],
    },
  ]) {
    const page = await visit(browser, `/?search=${person.username}`);
    const card = cardOf(page, shown).filter({ hasText: `Not the verified ${name}` });
    await card.getByText(`Joined today with ${same}.`).waitFor();
    await card.getByRole('button', { name: 'Pay with Venmo' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Is this really ${name}?` });
    await dialog.waitFor();
    expect(await dialog.getByRole('definition').allTextContents()).toEqual(pair);
  }
});

test('a fictional person is labeled on the card and on the page', async () => {
  const name = 'Fenna Madeup';
  const person = await registerPerson(browser, { name, handles: { venmo: '@fenna-m' } });
  await browser.pool.query('UPDATE users SET is_demo = true WHERE id = $1', [person.id]);
  // Writes the card again.
  await (await apiOf(browser, person))('PUT', '/api/payment-accounts/order', {
    platforms: ['venmo'],
  });
  const { page, card } = await openCard(name);
  await card.getByRole('button', { name: 'Fictional profile' }).click();
  await expectToast(
    page,
    'Fictional',
    'This person is made up, so that you can try the search. Don’t send money.',
  );
  await expectAccessibleInEveryLook(page);
  await expectNoSidewaysScroll(page);
  await page.goto(`/@${person.username}`);
  await page.getByText('Fictional profile').waitFor();
  await expectAccessibleInEveryLook(page);
});

describe.each(WIDTHS)('a look-alike, on a %s', (width, viewport) => {
  test('is named on the card, and asked about on every platform', async () => {
    const verified = width === 'phone' ? 'Odessa Rowe' : 'Otto Rowland';
    const handles = { cashapp: '$rowe', venmo: '@rowe' };
    const { username } = await registerPerson(browser, {
      name: verified,
      isVerified: true,
      handles,
    });
    const impostor = verified.replace('O', '0');
    await registerPerson(browser, {
      name: impostor,
      handles: { cashapp: '$r0we', venmo: '@r0we' },
    });

    const { page, card } = await openCard(impostor, { viewport });
    await card.getByText(`Not the verified ${verified}`).waitFor();
    await card.getByText('Joined today with nearly the same name.').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const dialog = page.getByRole('alertdialog', { name: `Is this really ${verified}?` });
    for (const button of ['Pay with Cash App', `Pay ${impostor} with Venmo`]) {
      await card.getByRole('button', { name: button }).click();
      await dialog.getByText(`This is not the verified ${verified}.`).waitFor();
      await dialog.getByText('Capital letter O is the number 0.').waitFor();
      expect(await dialog.getByRole('definition').allTextContents()).toEqual([verified, impostor]);
      expect(await dialog.locator('mark').allTextContents()).toEqual(['O', '0']);
      if (button === 'Pay with Cash App') await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    expect(await opened(page)).toEqual([]);
    await card.getByRole('button', { name: 'QR code' }).click();
    const qr = page.getByRole('dialog', { name: `Pay ${impostor}` });
    await qr.getByRole('img', { name: /^QR code of/ }).waitFor();
    const places = await qr
      .getByText(new RegExp(`^(Not the verified ${verified}|\\$r0we)$`))
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().y));
    expect(places).toHaveLength(2);
    expect(places[0]).toBeLessThan(places[1] ?? 0);
    expect(await marigoldIn(qr)).toEqual([]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await qr.getByRole('button', { name: 'Close' }).click();
    await qr.waitFor({ state: 'detached' });

    // Nobody is asked: the verified one is one press away.
    await card.getByRole('button', { name: 'Pay with Cash App' }).click();
    expect(await dialog.getByRole('button', { name: /^Ask / }).count()).toBe(0);
    const leave = dialog.getByRole('link', { name: `Open the verified ${verified}` });
    await expectFocus(leave);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('search') === username);
    // The verified one is as before.
    const other = cardOf(page, verified);
    await other.getByRole('button', { name: 'Pay with Cash App' }).click();
    expect(await opened(page)).toEqual(['https://cash.app/$rowe']);
  });
});

test('before paying a reported page, Cancel comes first', async () => {
  const name = 'Zed Quickly';
  const person = await registerPerson(browser, { name, handles: { cashapp: '$zedquick' } });
  await markReported(browser, person, 'cashapp');
  const { page, card } = await openCard(name);
  await card.getByText('Several people reported this profile.').waitFor();
  await card.getByRole('button', { name: 'QR code' }).click();
  const qr = page.getByRole('dialog', { name: `Pay ${name}` });
  await qr.getByText('Several people reported this profile.').waitFor();
  expect(await marigoldIn(qr)).toEqual([]);
  await qr.getByRole('button', { name: 'Close' }).click();
  await qr.waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Pay with Cash App' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Is this really ${name}?` });
  await dialog.waitFor();
  expect(await dialog.getByRole('button').allTextContents()).toEqual([
    'Cancel',
    'Pay $zedquick anyway',
  ]);
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expectFocus(cancel);
  const fills = await dialog
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((each) => getComputedStyle(each).backgroundColor));
  expect(fills[0]).not.toBe(fills[1]);
  await expectAccessibleInEveryLook(page);
  await cancel.click();
  expect(await opened(page)).toEqual([]);
});

test('a payer who used the old name sees both names until they have paid the new one', async () => {
  const name = 'Ivo Marek';
  const person = await registerPerson(browser, { name, handles: { cashapp: '$ivomarek' } });
  const { page, card } = await openCard(name);
  await card.getByRole('button', { name: 'Pay with Cash App' }).click();
  await card.getByText(`Opened Cash App for ${name}, $ivomarek.`).waitFor();

  await replaceHandle(person, 'cashapp', '$iv0marek', 40);
  await page.reload();
  await card.getByText('You paid $ivomarek last time. This is $iv0marek.').waitFor();
  await expectAccessibleInEveryLook(page);
  await card.getByRole('button', { name: 'Pay with Cash App' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Is this still ${name}?` });
  await dialog.getByText('Letter o became the number 0.').waitFor();
  expect(await dialog.getByRole('term').allTextContents()).toEqual(['Last time', 'Now']);
  expect(await dialog.getByRole('definition').allTextContents()).toEqual([
    '$ivomarek',
    '$iv0marek',
  ]);
  expect(await dialog.locator('mark').allTextContents()).toEqual(['o', '0']);
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole('button', { name: 'Pay $iv0marek anyway' }).click();
  expect(await opened(page)).toEqual(['https://cash.app/$iv0marek']);

  await page.reload();
  await card.waitFor();
  await card.getByRole('button', { name: 'Pay with Cash App' }).click();
  expect(await opened(page)).toEqual(['https://cash.app/$iv0marek']);
  // Other browsers know nothing of it.
  const stranger = await openCard(name);
  expect(await stranger.card.getByText('last time').count()).toBe(0);
});

describe('the panel that is left after paying', () => {
  test('says what was opened, opens it again, copies the name and goes away', async () => {
    const name = 'Rosa Delgado';
    await registerPerson(browser, { name, handles: { venmo: '@rosa-d' } });
    const { page, card } = await openCard(name);
    await card.getByRole('button', { name: 'Pay with Venmo' }).click();
    const panel = card.getByRole('region', { name: 'Opened' });
    await panel.getByText(`Opened Venmo for ${name}, @rosa-d.`).waitFor();
    await expectAccessibleInEveryLook(page);
    await panel.getByRole('button', { name: 'Open again' }).click();
    expect(await opened(page)).toEqual([
      'https://venmo.com/u/rosa-d',
      'https://venmo.com/u/rosa-d',
    ]);
    await panel.getByRole('button', { name: 'Copy' }).click();
    await expectToast(page, 'Username copied!', '@rosa-d is on your clipboard.');
    expect(await clipboardOf(page)).toBe('@rosa-d');
    await panel.getByRole('button', { name: 'Done' }).click();
    await panel.waitFor({ state: 'detached' });
    await expectFocus(card);
  });

  test.each([
    ['at the foot of a phone', 'end', PHONE],
    ['at the top of a phone', 'start', PHONE],
    ['at the foot of a low desktop window', 'end', { ...DESKTOP, height: 480 }],
  ] as const)('and the toast are both readable %s', async (where, block, viewport) => {
    const name = `Nora ${where.replaceAll(/\W/g, '')}`;
    await registerPerson(browser, { name, handles: { cashapp: '$nora' } });
    const { page, card } = await openCard(name, { viewport, before: keepToasts });
    await page.evaluate(recordWindows);
    const pay = card.getByRole('button', { name: 'Pay with Cash App' });
    await pay.evaluate((node, place) => node.scrollIntoView({ block: place }), block);
    await pay.click();
    await toastOf(page).waitFor();
    const panel = card.getByRole('region', { name: 'Opened' });
    await panel.waitFor();
    // The toast comes in with a movement.
    await expect
      .poll(async () => {
        const boxes = [await toastOf(page).boundingBox(), await panel.boundingBox()];
        const [above, below] = viewport === PHONE ? boxes : boxes.reverse();
        if (!above || !below) return 'missing';
        if (above.y < 0 || below.y + below.height > viewport.height) return 'cut off';
        return above.y + above.height <= below.y ? 'apart' : 'one on the other';
      })
      .toBe('apart');
  });

  test('does not appear if the window was blocked, and nothing is remembered', async () => {
    const name = 'Lucia Bern';
    await registerPerson(browser, { name, handles: { venmo: '@lucia-b' } });
    const { page, card } = await openCard(name, {
      before: () => {
        window.open = () => null;
      },
    });
    await card.getByRole('button', { name: 'Pay with Venmo' }).click();
    await expectToast(page, 'Error Opening Payment', /./, 'destructive');
    expect(await card.getByRole('region', { name: 'Opened' }).count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('paid-handles'))).toBeNull();
  });
});
