import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import {
  bodiesTo,
  expectFieldError,
  expectFocus,
  expectProblems,
  fillAndLeave,
  holdBack,
  noteOf,
} from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
  nextFrame,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let members = 0;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openAs(path: string, options: VisitOptions = {}, known?: RegisteredPerson) {
  members += 1;
  const screenName = `Own Er ${members}`;
  const person = known ?? (await registerPerson(browser, { name: 'Own Er', screenName }));
  const page = await visit(browser, path, { ...options, as: person });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, person };
}

const maya = {
  name: 'Maya Okafor',
  screenName: 'Maya from the gym',
  paymentPlatform: 'cashapp',
  paymentUsername: '$mayaokafor',
};

async function openContacts(people: (typeof maya)[] = [maya], options: VisitOptions = {}) {
  const { page, person } = await openAs('/add-person', options);
  for (const each of people) {
    const answer = await page.request.post('/api/add-person', {
      data: each,
      headers: { origin: browser.url },
    });
    expect(answer.status()).toBe(201);
  }
  await page.goto('/contacts');
  await page.getByRole('heading', { name: 'My Contacts' }).waitFor();
  return { page, person };
}

describe('Add to Network', () => {
  test('shows a message at each invalid field, also at the platform', async () => {
    const { page } = await openAs('/add-person');
    await page.getByRole('heading', { name: 'Add to Network' }).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    const username = page.getByLabel('Payment username');
    await page.getByRole('button', { name: 'Add Person' }).click();
    await expectFieldError(name, 'Name must be at least 2 characters');
    await expectFieldError(
      page.getByLabel('Screen name'),
      'Screen name must be at least 2 characters',
    );
    await page.getByText('Please select a payment platform').waitFor();
    await expectFieldError(username, 'Username is required');
    await expectFocus(name);
    for (const [platform, placeholder] of [
      ['Cash App', '$username'],
      ['PayPal', '@username'],
      ['Apple Pay', 'apple.pay/username'],
      ['Venmo', '@username'],
    ] as const) {
      await page.getByRole('radio', { name: platform }).check({ force: true });
      await expect.poll(() => username.getAttribute('placeholder')).toBe(placeholder);
    }
    await fillAndLeave(username, 'someone@example.com');
    await expect.poll(() => noteOf(username)).toMatch(/^Enter the Venmo name alone/);
    await page.getByRole('radio', { name: 'PayPal' }).check({ force: true });
    await expect.poll(() => noteOf(username)).toMatch(/^Starts with @/);
  });

  test('adds a person, then continues with another or with the search', async () => {
    const { page } = await openAs('/add-person');
    const sent = bodiesTo(page, '/api/add-person');
    await page.getByLabel('Name', { exact: true }).fill(maya.name);
    await page.getByLabel('Screen name').fill(maya.screenName);
    // With the keyboard: into the group, then to the second platform.
    await page.getByLabel('Screen name').press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'PayPal' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await page.keyboard.type('mayaokafor');
    const letGo = await holdBack(page, '/api/add-person');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Saving...' }).waitFor();
    letGo();
    const success = page.getByRole('heading', { name: 'Success!' });
    await success.waitFor();
    await expectFocus(success);
    await expectToast(
      page,
      'Person added successfully!',
      'They can now be found in the search results.',
    );
    expect(sent).toEqual([maya]);
    await page.getByRole('button', { name: 'Add Another' }).click();
    await expectFocus(page.getByLabel('Name', { exact: true }));
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Name', { exact: true }).fill('Bo');
    await page.getByLabel('Screen name').fill('Bo');
    await page.getByRole('radio', { name: 'Venmo' }).check({ force: true });
    await page.getByLabel('Payment username').fill('@bo-bobson');
    await page.getByRole('button', { name: 'Add Person' }).click();
    await page.getByRole('link', { name: 'Go to Search' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('the added person appears in an earlier search', async () => {
    const { page } = await openAs('/?search=Zebulon');
    await page.getByText('No users found for "Zebulon"').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Add Person' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Zebulon Pike');
    await page.getByLabel('Screen name').fill('Zebulon');
    await page.getByRole('radio', { name: 'Venmo' }).check({ force: true });
    await page.getByLabel('Payment username').fill('@zebulon');
    await page.getByRole('button', { name: 'Add Person' }).click();
    await page.getByRole('heading', { name: 'Success!' }).waitFor();
    await page.goBack();
    await page.getByRole('article', { name: 'Zebulon' }).waitFor();
  });

  test.each([
    [
      'the server’s message',
      { status: 409, json: { message: 'Enough people.' } },
      'Enough people.',
    ],
    ['words of our own', { status: 500, body: '' }, 'Failed to add person'],
    ['how to go on', undefined, 'Something went wrong. Please try again.'],
  ])('shows %s after a failure', async (_, answer, words) => {
    const { page } = await openAs('/add-person');
    await page.route('**/api/add-person', (route) =>
      answer ? route.fulfill(answer) : route.abort(),
    );
    await page.getByLabel('Name', { exact: true }).fill(maya.name);
    await page.getByLabel('Screen name').fill(maya.screenName);
    await page.getByRole('radio', { name: 'Cash App' }).check({ force: true });
    await page.getByLabel('Payment username').fill('mayaokafor');
    await page.getByRole('button', { name: 'Add Person' }).click();
    await expectToast(page, 'Error adding person', words, 'destructive');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(maya.name);
    expectProblems(page, answer ? /409|500/ : /ERR_FAILED|Failed to fetch/);
  });
});

describe('My Contacts', () => {
  test('shows what to do when the list is empty', async () => {
    const { page } = await openContacts([]);
    await page.getByText('No contacts yet.').waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByRole('main').getByRole('link', { name: 'Add Person' }).click();
    await page.waitForURL('**/add-person');
  });

  test('changes a contact', async () => {
    const { page } = await openContacts();
    const card = page.getByRole('article', { name: 'Maya from the gym' });
    await card.getByText('$mayaokafor').waitFor();
    await card.getByRole('button', { name: 'Edit Maya from the gym' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Maya from the gym' });
    const field = (label: string) => dialog.getByLabel(label, { exact: true });
    await field('Name').fill('M');
    await field('Name').blur();
    await expectFieldError(field('Name'), 'Name must be at least 2 characters');
    await field('Name').fill('Maya C. Okafor');
    await field('Cash App username (optional)').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectFieldError(
      field('Cash App username (optional)'),
      'Please keep at least one payment name',
    );
    await expectAccessibleInEveryLook(page);
    await field('Cash App username (optional)').fill('mayao');
    await field('Venmo username (optional)').fill('@maya-lifts');
    await dialog.getByRole('radio', { name: 'Venmo' }).check({ force: true });
    await field('Phone number (optional)').fill('+14155550188');
    await field('Relationship (optional)').fill('Gym');
    await field('Notes (optional)').fill('Pays for the lockers.\nEvery month.');
    const letGo = await holdBack(page, '/api/contacts/*');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Saving...' }).waitFor();
    letGo();
    await expectToast(page, 'Contact Updated', 'Maya from the gym is saved in your contacts.');
    await dialog.waitFor({ state: 'detached' });
    await card.getByText('Maya C. Okafor · Gym · +14155550188').waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual([
      'Venmo:@maya-lifts',
      'Cash App:$mayao',
    ]);
    await card.getByText('Pays for the lockers.').waitFor();
  });

  test('a press beside the dialog does not discard what was typed', async () => {
    const { page } = await openContacts();
    await page.getByRole('button', { name: 'Edit Maya from the gym' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Maya from the gym' });
    const notes = dialog.getByLabel('Notes (optional)');
    await notes.fill('Half a thought');
    await page.mouse.click(5, 5);
    expect(await notes.inputValue()).toBe('Half a thought');
    // As in Add Person.
    await dialog.getByLabel('Screen name', { exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectFieldError(
      dialog.getByLabel('Screen name', { exact: true }),
      'Screen name must be at least 2 characters',
    );
  });

  test('Pay leads to the card of the contact', async () => {
    const { page } = await openContacts();
    await page.getByRole('link', { name: 'Pay Maya from the gym' }).click();
    const card = page.getByRole('article', { name: 'Maya from the gym' });
    await card.getByText('Your contact • Added by you').waitFor();
  });

  test('removes a contact after a confirmation', async () => {
    const { page } = await openContacts();
    await page.getByRole('button', { name: 'Remove Maya from the gym' }).click();
    const question = page.getByRole('alertdialog', {
      name: 'Remove Maya from the gym from your contacts?',
    });
    await question.waitFor();
    await expectAccessibleInEveryLook(page);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Contact Removed', 'Maya from the gym is no longer in your contacts.');
    await page.getByText('No contacts yet.').waitFor();
    await expectFocus(page.getByRole('main'));
  });

  test('loads a hundred at a time, also after a page has failed', async () => {
    const { page, person } = await openContacts();
    await browser.pool.query(
      `INSERT INTO contacts (user_id, name)
       SELECT $1, 'Crowd ' || n FROM generate_series(1, 104) AS n`,
      [person.id],
    );
    await page.reload();
    await expect.poll(() => page.getByRole('article').count()).toBe(100);
    await page.route('**/api/contacts?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('alert').getByText('Failed to fetch contacts').waitFor();
    expect(await page.getByRole('article').count()).toBe(100);
    await page.unroute('**/api/contacts?*');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(105);
    await expectFocus(page.getByRole('article').nth(100));
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('article', { name: 'Maya from the gym' }).waitFor();
    expectProblems(page, /500/);
  });

  test('waits for the saved people above it, so that nothing moves', async () => {
    const { page } = await openContacts();
    const letGo = await holdBack(page, '/api/saved-people');
    const loaded = page.waitForResponse('**/api/contacts');
    await page.reload();
    await (await loaded).finished();
    await nextFrame(page);
    expect(await page.getByRole('article').count()).toBe(0);
    letGo();
    await page.getByRole('article', { name: 'Maya from the gym' }).waitFor();
  });

  test('shows that the list did not load', async () => {
    const { page } = await openContacts();
    await page.route('**/api/contacts', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByRole('alert').getByText('Failed to fetch contacts').waitFor();
    expectProblems(page, /500/);
  });

  test.each(WIDTHS)(
    'is accessible on a %s, with long names, in both modes',
    async (_, viewport) => {
      const longest = {
        name: 'Ana Villanueva-Featherstonehaugh-Alexandropoulos',
        screenName: 'Anita-of-the-corner-shop-with-the-long-name-abcdef',
        paymentPlatform: 'paypal',
        paymentUsername: 'a.very.long.address.for.payments.indeed@shop.example.com',
      };
      const { page } = await openContacts([longest, maya], { viewport });
      await page.getByRole('article').first().waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.goto('/add-person');
      await page.getByRole('button', { name: 'Add Person' }).click();
      await page.getByText('Please select a payment platform').waitFor();
      await expectAccessible(page);
    },
  );

  test('shows contacts to nobody but their owner', async () => {
    await openContacts([{ ...maya, screenName: 'Secretly Known' }]);
    const { page } = await openAs('/contacts', { viewport: DESKTOP });
    await page.getByText('No contacts yet.').waitFor();
    await page.goto('/?search=Secretly');
    await page.getByText('No users found for "Secretly"').waitFor();
  });
});
