import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { bodiesTo, expectFocus, holdBack } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
  nextFrame,
  type VisitOptions,
  visit,
  WIDTHS,
  waitForHydration,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A page reads the member's rows, so a change needs no index. */
const change = (id: number, sql: string) => browser.pool.query(sql, [id]);
const replaced = `UPDATE payment_accounts SET is_replacement = true, handle_since = now() - interval '2 days 1 hour'
  WHERE user_id = $1 AND platform = 'cashapp'`;

async function openPage(username: string, query = '', options: VisitOptions = {}) {
  const page = await visit(browser, `/@${username}${query}`, { leavesSite: true, ...options });
  await waitForHydration(page);
  return page;
}

const slab = (page: VisitorPage, platform: string) =>
  page.getByRole('link', { name: new RegExp(`^Pay .*with ${platform}`) });

const countTabs = (page: VisitorPage) => page.context().pages().length;

describe.each(WIDTHS)('a changed payment name, on a %s', (width, viewport) => {
  const name = width === 'phone' ? 'Ines Duarte' : 'Ivo Lindqvist';
  let username: string;
  beforeAll(async () => {
    const handles = { cashapp: '$newname', venmo: '@same' };
    const person = await registerPerson(browser, { name, handles });
    username = person.username;
    await change(person.id, replaced);
  });

  test('is said on the page, and asked about before the app opens', async () => {
    const page = await openPage(username, '?amount=25', { viewport });
    await page.getByText('Cash App name changed 2 days ago', { exact: true }).waitFor();
    await page.getByText('This Cash App name changed 2 days ago.').waitFor();
    await page.getByText(`Check with ${name} before you pay.`).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const tabs = countTabs(page);
    const dialog = page.getByRole('alertdialog', { name: `Is this still ${name}?` });

    await slab(page, 'Cash App').click();
    await dialog.getByText('Money sent to the wrong name is hard to get back.').waitFor();
    await expectAccessible(page);
    await expectFocus(dialog.getByRole('button', { name: `Ask ${name} first` }));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(slab(page, 'Cash App'));
    expect(countTabs(page)).toBe(tabs);

    await slab(page, 'Cash App').click();
    const opening = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: 'Pay $newname anyway' }).click();
    const outside = await opening;
    await outside.getByRole('heading', { name: 'Outside' }).waitFor();
    expect(outside.url()).toBe('https://cash.app/$newname/25');

    await page.bringToFront();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await slab(page, 'Cash App').click();
    await dialog.getByRole('button', { name: 'Pay $newname anyway' }).click();
    await expectToast(
      page,
      'Username Copied',
      '$newname is on your clipboard. Open Cash App manually and paste it to pay.',
    );
  });

  test('a middle click asks first too', async () => {
    const page = await openPage(username, '', { viewport });
    const tabs = countTabs(page);
    await slab(page, 'Cash App').click({ button: 'middle' });
    await page.getByRole('alertdialog', { name: `Is this still ${name}?` }).waitFor();
    expect(countTabs(page)).toBe(tabs);
  });

  test('asks also if it is pressed before the page’s code is there', async () => {
    const page = await visit(browser, '/terms', { leavesSite: true, viewport });
    const letGo = await holdBack(page, '/assets/index-*.js');
    await page.goto(`/@${username}`, { waitUntil: 'commit' });
    const tabs = countTabs(page);
    await slab(page, 'Cash App').waitFor();
    // A script of an extension that does not load.
    await page.evaluate(() => {
      const script = document.body.appendChild(document.createElement('script'));
      script.dispatchEvent(new Event('error'));
    });
    await slab(page, 'Cash App').click({ button: width === 'phone' ? 'left' : 'middle' });
    letGo();
    await page.getByRole('alertdialog', { name: `Is this still ${name}?` }).waitFor();
    expect(countTabs(page)).toBe(tabs);
  });

  test('does not stop the other platforms', async () => {
    const page = await visit(browser, '/terms', { leavesSite: true, viewport });
    const letGo = await holdBack(page, '/assets/index-*.js');
    await page.goto(`/@${username}`, { waitUntil: 'commit' });
    // The first press waits for the page's code, and the second takes its place.
    await slab(page, 'Cash App').click();
    const opening = page.context().waitForEvent('page');
    await slab(page, 'Venmo').click();
    expect((await opening).url()).toMatch(/venmo\.com|about:blank/);
    await page.evaluate(() => {
      addEventListener('click', () => document.body.append('pressed again'), true);
    });
    letGo();
    await waitForHydration(page);
    await nextFrame(page);
    expect(await page.getByText('pressed again').count()).toBe(0);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});

test('a payment name that this browser paid before is compared with the new one', async () => {
  const person = await registerPerson(browser, {
    name: 'Oona Blake',
    handles: { venmo: '@oona-blake' },
  });
  const page = await openPage(person.username);
  const opening = page.context().waitForEvent('page');
  await slab(page, 'Venmo').click();
  await opening;
  await page.bringToFront();
  await change(
    person.id,
    `UPDATE payment_accounts SET username = '@oona-b1ake' WHERE user_id = $1`,
  );
  await page.reload();
  await page.getByText('You paid @oona-blake last time. This is @oona-b1ake.').waitFor();
  await slab(page, 'Venmo').click();
  const dialog = page.getByRole('alertdialog', { name: 'Is this still Oona Blake?' });
  await dialog.getByText('Last time').waitFor();
  expect(await dialog.locator('mark').allTextContents()).toEqual(['l', '1']);
});

test('a page that looks like a verified member’s, and one that was reported, ask on every platform', async () => {
  const real = await registerPerson(browser, { name: 'Carla Molina', isVerified: true });
  const fake = await registerPerson(browser, {
    name: 'Carla Mo1ina',
    handles: { venmo: '@carla', cashapp: '$carla' },
  });
  await browser.pool.query('UPDATE users SET lookalike_of = $2 WHERE id = $1', [fake.id, real.id]);
  const page = await openPage(fake.username);
  await page.getByText('Not the verified Carla Molina').waitFor();
  await expectAccessibleInEveryLook(page);
  for (const platform of ['Venmo', 'Cash App']) {
    await slab(page, platform).click();
    const dialog = page.getByRole('alertdialog', { name: 'Is this really Carla Molina?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await change(
    fake.id,
    `UPDATE users SET lookalike_of = NULL, reported_until = now() + interval '1 day' WHERE id = $1`,
  );
  await page.reload();
  await waitForHydration(page);
  await page.getByText('Several people reported this profile.').waitFor();
  await slab(page, 'Venmo').click();
  await page.getByRole('alertdialog', { name: 'Is this really Carla Mo1ina?' }).waitFor();
});

test('Report sends a report about the page’s owner', async () => {
  const person = await registerPerson(browser, { name: 'Rita Sousa', handles: { venmo: '@rita' } });
  const page = await openPage(person.username);
  const sent = bodiesTo(page, '/api/reports');
  const opener = page.getByRole('link', { name: 'Report Rita Sousa' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Report this page' });
  await dialog.getByText('A copied name, picture or business.').click();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thanks for telling us' });
  await thanks.getByRole('link', { name: 'Venmo help' }).waitFor();
  expect(sent).toMatchObject([{ userId: person.id, reason: 'impersonation' }]);
  await thanks.getByRole('button', { name: 'Done' }).click();
  await expectFocus(opener);
});

test('no pay link shows before the page knows what this browser paid', async () => {
  const person = await registerPerson(browser, {
    name: 'Ada Early',
    handles: { venmo: '@ada-early' },
  });
  const page = await visit(browser, '/terms');
  const letGo = await holdBack(page, '/page-doubt.js');
  await page.goto(`/@${person.username}`, { waitUntil: 'commit' });
  await page.locator('script[src="/page-doubt.js"]').waitFor({ state: 'attached' });
  await nextFrame(page);
  expect(await page.getByRole('link').count()).toBe(0);
  letGo();
  await slab(page, 'Venmo').waitFor();
});

test('without JavaScript a doubtful link says so and still opens', async () => {
  const person = await registerPerson(browser, {
    name: 'Nils Berg',
    handles: { cashapp: '$nils' },
  });
  await change(person.id, replaced);
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`/@${person.username}`);
  await page.getByText('This Cash App name changed 2 days ago.').waitFor();
  expect(await slab(page, 'Cash App').getAttribute('href')).toBe('https://cash.app/$nils');
});

test('the review queue opens the page', async () => {
  const admin = await registerPerson(browser, { name: 'Ada Admin', isAdmin: true });
  const person = await registerPerson(browser, { name: 'Queue Person' });
  await browser.pool.query(`INSERT INTO reviews (kind, user_id) VALUES ('verification', $1)`, [
    person.id,
  ]);
  const page = await visit(browser, '/admin', { as: admin });
  await page.getByRole('tab', { name: 'Review' }).click();
  const link = page.getByRole('link', { name: 'Open page of Queue Person' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(`/@${person.username}`);
});
