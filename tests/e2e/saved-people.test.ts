import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
  keepToasts,
  requestsTo,
  toastOf,
  type VisitOptions,
  visit,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let maya: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  maya = await registerPerson(browser, {
    name: 'Maya Okafor',
    phoneNumber: '+14155550188',
    isVerified: true,
    handles: { cashapp: '$mayaokafor', venmo: '@maya-o' },
  });
});
afterAll(() => browser.close());

let members = 0;
async function openAsMember(path: string, options: VisitOptions = {}) {
  members += 1;
  const screenName = `Saver ${members}`;
  const member = await registerPerson(browser, { name: 'Saver', screenName });
  const page = await visit(browser, path, { ...options, as: member });
  return { page, member };
}

const cardOf = (page: VisitorPage, name: string) => page.getByRole('article', { name });
const saveButton = (page: VisitorPage, name = 'Maya Okafor') =>
  cardOf(page, name).getByRole('button', { name: `Save ${name}`, exact: true });
const isPressed = (page: VisitorPage, name?: string) =>
  saveButton(page, name).getAttribute('aria-pressed');

/** Saves a person, as the button does. */
async function save({ pool }: TestBrowser, owner: { id: number }, person: { id: number }) {
  await pool.query('INSERT INTO saved_people (owner_id, person_id) VALUES ($1, $2)', [
    owner.id,
    person.id,
  ]);
}

const savedRows = async (owner: { id: number }) =>
  (await browser.pool.query('SELECT person_id FROM saved_people WHERE owner_id = $1', [owner.id]))
    .rows;

describe('the button on a card', () => {
  test('saves with the keyboard, once, however slow the network is, and removes again', async () => {
    const { page, member } = await openAsMember(`/?search=${maya.username}`, {
      before: keepToasts,
    });
    const button = saveButton(page);
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
    const sent = requestsTo(page, `/api/saved-people/${maya.username}`);
    const letGo = await holdBack(page, `/api/saved-people/${maya.username}`);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    await page.keyboard.press('Enter');
    await button.click({ force: true });
    letGo();
    await expectToast(page, 'Saved', 'Maya Okafor is in My Contacts. Only you see that.');
    await expect.poll(() => isPressed(page)).toBe('true');
    await expectFocus(button);
    expect(sent).toHaveLength(1);
    expect(await savedRows(member)).toEqual([{ person_id: maya.id }]);
    await expectAccessibleInEveryLook(page);
    await page.reload();
    await expect.poll(() => isPressed(page)).toBe('true');
    await saveButton(page).click();
    await expectToast(page, 'Removed', 'Maya Okafor is no longer in My Contacts.');
    await expect.poll(() => isPressed(page)).toBe('false');
    expect(await savedRows(member)).toEqual([]);
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => isPressed(page)).toBe('true');
    expect(await savedRows(member)).toEqual([{ person_id: maya.id }]);
  });

  test('shows no spinner while the list of saved people loads', async () => {
    const { page } = await openAsMember('/');
    const letGo = await holdBack(page, '/api/saved-people/ids');
    await page.getByRole('searchbox').fill(maya.username);
    await expect.poll(() => saveButton(page).getAttribute('aria-busy')).toBe('true');
    expect(await saveButton(page).locator('.lucide-bookmark').count()).toBe(1);
    letGo();
    await expect.poll(() => saveButton(page).getAttribute('aria-busy')).toBeNull();
  });

  test('says why it failed and stays as it was', async () => {
    const { page } = await openAsMember(`/?search=${maya.username}`);
    const sentence = 'You can save up to 500 people. Please remove one before you save another.';
    await page.route('**/api/saved-people/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, json: { message: sentence } })
        : route.continue(),
    );
    await saveButton(page).click();
    await expectToast(page, 'Not Saved', sentence, 'destructive');
    expect(await isPressed(page)).toBe('false');
    await page.unroute('**/api/saved-people/*');
    await page.route('**/api/saved-people/**', (route) => route.abort());
    await saveButton(page).click();
    await expectToast(page, 'Not Saved', 'Something went wrong. Please try again.', 'destructive');
    expectProblems(page, /409|ERR_FAILED|Failed to fetch/);
  });

  test('works where the list of saved people did not load', async () => {
    const { page, member } = await openAsMember('/');
    await page.route('**/api/saved-people/ids', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.getByRole('searchbox').fill(maya.username);
    await expect.poll(() => saveButton(page).getAttribute('aria-busy')).toBeNull();
    await page.unroute('**/api/saved-people/ids');
    await saveButton(page).click();
    await expect.poll(() => isPressed(page)).toBe('true');
    expect(await savedRows(member)).toEqual([{ person_id: maya.id }]);
    expectProblems(page, /500/);
  });

  test('is for members, and not on their own card or a contact', async () => {
    const visitor = await visit(browser, `/?search=${maya.username}`);
    await cardOf(visitor, 'Maya Okafor').getByRole('button', { name: 'Report' }).waitFor();
    expect(await visitor.getByRole('button', { name: /^Save/ }).count()).toBe(0);
    const own = await visit(browser, `/?search=${maya.username}`, { as: maya });
    const loaded = own.waitForResponse('**/api/user');
    await own.reload();
    await loaded;
    await cardOf(own, 'Maya Okafor').getByRole('button', { name: 'Report' }).waitFor();
    expect(await own.getByRole('button', { name: /^Save/ }).count()).toBe(0);
  });

  test('leaves room for a long name on a narrow phone', async () => {
    const name = 'Ana Villanueva-Featherstonehaugh-Alexandropoulos';
    const ana = await registerPerson(browser, { name, handles: { venmo: '@ana-v' } });
    const { page } = await openAsMember(`/?search=${ana.username}`, {
      viewport: { width: 320, height: 640 },
    });
    await saveButton(page, name).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

describe('the button on a page', () => {
  test('saves and removes', async () => {
    const { page, member } = await openAsMember(`/@${maya.username}`, { before: keepToasts });
    await page.getByRole('button', { name: 'Save to My Contacts' }).click();
    await expectToast(page, 'Saved', 'Maya Okafor is in My Contacts. Only you see that.');
    const saved = page.getByRole('button', { name: 'Saved to My Contacts' });
    await saved.waitFor();
    expect(await savedRows(member)).toEqual([{ person_id: maya.id }]);
    await expectAccessibleInEveryLook(page);
    await expectNoSidewaysScroll(page);
    await saved.click();
    await page.getByRole('button', { name: 'Save to My Contacts' }).waitFor();
    expect(await savedRows(member)).toEqual([]);
  });

  test('is not there for visitors', async () => {
    const page = await visit(browser, `/@${maya.username}`);
    await page.getByRole('link', { name: 'Report' }).waitFor();
    expect(await page.getByRole('button', { name: /My Contacts/ }).count()).toBe(0);
  });
});

describe('saved people in My Contacts', () => {
  test('stand before the contacts that were added, as the search shows them', async () => {
    const { page, member } = await openAsMember('/add-person');
    await save(browser, member, maya);
    const added = {
      name: 'Bo Added',
      screenName: 'Bo Added',
      paymentPlatform: 'venmo',
      paymentUsername: '@bo-added',
    };
    await page.request.post('/api/add-person', { data: added, headers: { origin: browser.url } });
    await page.goto('/contacts');
    const saved = page.getByRole('region', { name: 'Saved people' });
    const card = saved.getByRole('article', { name: 'Maya Okafor' });
    await card.getByText('Verified').waitFor();
    await card.getByRole('button', { name: 'Pay with Cash App to Maya Okafor' }).waitFor();
    const own = page.getByRole('region', { name: 'Added by you' });
    await own.getByRole('link', { name: 'Pay Bo Added' }).waitFor();
    expect(await page.getByText('No contacts yet.').count()).toBe(0);
    await expectAccessibleInEveryLook(page);
    await expectNoSidewaysScroll(page);
  });

  test('ask first where a payment name has changed', async () => {
    const lena = await registerPerson(browser, {
      name: 'Lena Changed',
      handles: { cashapp: '$lena-old' },
    });
    const { page, member } = await openAsMember('/');
    await save(browser, member, lena);
    const owner = await visit(browser, '/', { as: lena });
    const answer = await owner.request.post('/api/payment-accounts', {
      data: { platform: 'cashapp', username: '$lenanew' },
      headers: { origin: browser.url },
    });
    expect(answer.ok()).toBe(true);
    await page.goto('/contacts');
    const card = cardOf(page, 'Lena Changed');
    await card.getByText('This Cash App name changed today.').waitFor();
    await card.getByRole('button', { name: 'Pay with Cash App to Lena Changed' }).click();
    await page.getByRole('alertdialog', { name: 'Is this still Lena Changed?' }).waitFor();
    expect(page.context().pages()).toHaveLength(1);
  });

  test('are removed there, with the focus kept on the screen', async () => {
    const theo = await registerPerson(browser, { name: 'Theo Lind', handles: { venmo: '@theo' } });
    const { page, member } = await openAsMember('/');
    await save(browser, member, maya);
    await save(browser, member, theo);
    await page.goto('/contacts');
    await expect.poll(() => isPressed(page, 'Theo Lind')).toBe('true');
    await saveButton(page, 'Theo Lind').click();
    await cardOf(page, 'Theo Lind').waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('heading', { name: 'Saved people' }));
    await saveButton(page).click();
    await page.getByText('No contacts yet.').waitFor();
    await expectFocus(page.getByRole('main'));
    expect(await savedRows(member)).toEqual([]);
  });

  test('say so where they did not load', async () => {
    const { page } = await openAsMember('/');
    await page.route('**/api/saved-people', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/contacts');
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Failed to fetch the people you saved' });
    await alert.waitFor();
    await page.unroute('**/api/saved-people');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No contacts yet.').waitFor();
    expectProblems(page, /500/);
  });

  test('are not seen by the next person on this device', async () => {
    const { page, member } = await openAsMember('/');
    await save(browser, member, maya);
    await page.goto('/contacts');
    await cardOf(page, 'Maya Okafor').waitFor();
    const other = await registerPerson(browser, { name: 'Next One', screenName: 'Next One' });
    await browser.signIn(page, other);
    await page.goto('/contacts');
    await page.getByText('No contacts yet.').waitFor();
    expect(await page.getByText('Maya Okafor').count()).toBe(0);
  });
});
