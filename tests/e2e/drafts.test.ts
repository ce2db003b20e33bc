import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectFieldError, expectProblems, holdResponse } from '#tests/support/forms.ts';
import {
  endSessionsBefore,
  logIn,
  type RegisteredPerson,
  registerPerson,
} from '#tests/support/people.ts';
import { expectToast, nextFrame, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
let member: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  member = await registerPerson(browser, { name: 'Type Writer' });
});
afterAll(() => browser.close());

const EXPLAINED = 'Your session has ended. Please log in to continue. What you typed is kept.';

async function addContact(page: VisitorPage, name: string) {
  await page.evaluate(
    (screenName) =>
      fetch('/api/add-person', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Some Body',
          screenName,
          paymentPlatform: 'venmo',
          paymentUsername: '@old-friend',
        }),
      }),
    name,
  );
}

describe('what was typed when a session ended', () => {
  const cases = [
    {
      where: 'the profile',
      address: '/profile',
      label: 'Website',
      typed: 'https://half.example',
      save: 'Update Profile',
      toast: 'Profile Updated',
    },
    {
      where: 'a platform’s tab of the profile',
      address: '/profile?tab=venmo',
      label: 'Venmo username',
      typed: '@half-typed',
      save: 'Save Venmo',
      toast: 'Payment Account Updated',
    },
    {
      where: 'the second tab of the payment accounts',
      address: '/payment-accounts',
      tab: 'PayPal',
      label: 'PayPal username',
      typed: '@half.typed',
      save: 'Save PayPal',
      toast: 'Success!',
    },
    {
      where: 'a new contact',
      address: '/add-person',
      label: 'Payment username',
      typed: '$half',
      save: 'Add Person',
      toast: 'Person added successfully!',
    },
    {
      where: 'a contact’s dialog',
      address: '/contacts',
      dialog: 'Edit Old Friend',
      label: 'Notes',
      typed: 'Half a note',
      save: 'Save',
      toast: 'Contact Updated',
    },
  ];

  test.each(cases)('is restored after logging in: $where', async (form) => {
    const page = await visit(browser, '/', { viewport: DESKTOP, as: member });
    if (form.dialog) await addContact(page, 'Old Friend');
    await page.goto(form.address);
    if (form.dialog) await page.getByRole('button', { name: form.dialog }).click();
    if (form.tab) await page.getByRole('tab', { name: form.tab }).click();
    if (form.address === '/add-person') {
      await page.getByLabel('Name', { exact: true }).fill('New Friend');
      await page.getByLabel('Screen name').fill('Newest');
      await page.getByText('Cash App', { exact: true }).click();
    }
    await page.getByLabel(form.label).fill(form.typed);
    await endSessionsBefore(browser, page);
    await page.getByRole('button', { name: form.save, exact: true }).click();
    await page.waitForURL('**/auth');
    await expectToast(page, 'You have been logged out', EXPLAINED, 'destructive');
    await logIn(page, member);
    await page.waitForURL((url) => url.pathname + url.search === form.address);
    await expect.poll(() => page.getByLabel(form.label).inputValue()).toBe(form.typed);
    // It can be saved like typed text.
    await page.getByRole('button', { name: form.save, exact: true }).click();
    await expectToast(page, form.toast, /./);
    expectProblems(page, /401/);
  });

  test('is not restored for another member', async () => {
    const other = await registerPerson(browser, { name: 'Other Hands' });
    const page = await visit(browser, '/profile', { viewport: DESKTOP, as: member });
    await page.getByLabel('Phone number').fill('+14155550188');
    await endSessionsBefore(browser, page);
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await page.waitForURL('**/auth');
    await logIn(page, other);
    await page.waitForURL('**/profile');
    await page.getByText('Other Hands ·').waitFor();
    expect(await page.getByLabel('Phone number').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Account menu for Other Hands' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/auth');
    await logIn(page, member);
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('button', { name: 'Account menu for Type Writer' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByText('Type Writer ·').waitFor();
    expect(await page.getByLabel('Phone number').inputValue()).toBe('');
    expectProblems(page, /401/);
  });
});

describe('what was typed before leaving the profile', () => {
  const openFromMenu = async (page: VisitorPage) => {
    await page.getByRole('button', { name: 'Account menu for' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
  };

  test.each<[string, (page: VisitorPage) => Promise<unknown>]>([
    [
      'a link to another screen',
      async (page) => {
        await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
        await page.getByRole('heading', { name: 'How It Works' }).waitFor();
        await openFromMenu(page);
      },
    ],
    [
      'Back',
      async (page) => {
        await page.goBack();
        await page.getByRole('searchbox').waitFor();
        await page.goForward();
      },
    ],
    ['a reload', (page) => page.reload()],
  ])('is restored after %s', async (_, leaveAndReturn) => {
    const page = await visit(browser, '/', { viewport: DESKTOP, as: member });
    await openFromMenu(page);
    const website = page.getByLabel('Website');
    await website.fill('https://unsaved.example');
    await leaveAndReturn(page);
    await expect.poll(() => website.inputValue()).toBe('https://unsaved.example');
  });

  test('is not restored after a save', async () => {
    const page = await visit(browser, '/profile', { viewport: DESKTOP, as: member });
    const website = page.getByLabel('Website');
    await website.fill('https://first.example');
    await openFromMenu(page);
    await website.fill('https://saved.example');
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expectToast(page, 'Profile Updated', /./);
    await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
    await page.getByRole('heading', { name: 'How It Works' }).waitFor();
    await openFromMenu(page);
    await website.waitFor();
    expect(await website.inputValue()).toBe('https://saved.example');
  });
});

describe('a form that is left while it is submitted', () => {
  const nameOf = (page: VisitorPage) => page.getByLabel('Name', { exact: true });

  async function fillPerson(page: VisitorPage, name: string) {
    await nameOf(page).fill(name);
    await page.getByLabel('Screen name').fill(name);
    await page.getByText('Cash App', { exact: true }).click();
    await page.getByLabel('Payment username').fill('$gymguy');
  }

  const press = (page: VisitorPage) =>
    page.getByRole('button', { name: 'Add Person', exact: true }).click();

  async function leave(page: VisitorPage) {
    await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
    await page.getByRole('heading', { name: 'How It Works' }).waitFor();
  }

  async function comeBack(page: VisitorPage) {
    await page.getByRole('banner').getByRole('link', { name: 'Add Person' }).click();
    await nameOf(page).waitFor();
  }

  /** Pressing the button finds an empty form, so there is no second contact. */
  async function expectSavedOnce(page: VisitorPage, name: string) {
    await press(page);
    await expectFieldError(nameOf(page), 'Name must be at least 2 characters');
    expect(await page.getByLabel('Payment username').inputValue()).toBe('');
    const { rowCount } = await browser.pool.query('SELECT FROM contacts WHERE name = $1', [name]);
    expect(rowCount).toBe(1);
  }

  test.each<[string, (page: VisitorPage, letGo: () => void) => Promise<unknown>]>([
    [
      'the save ends before the return',
      async (page, letGo) => {
        await leave(page);
        letGo();
        await expectToast(page, 'Person added successfully!', /./);
        await comeBack(page);
      },
    ],
    [
      'the save ends after the return',
      async (page, letGo) => {
        await leave(page);
        await comeBack(page);
        letGo();
        await expectToast(page, 'Person added successfully!', /./);
      },
    ],
    [
      'the page is reloaded',
      async (page) => {
        await page.reload();
        await page.getByRole('button', { name: 'Account menu for Type Writer' }).waitFor();
      },
    ],
  ])('does not come back filled: %s', async (when, leaveAndReturn) => {
    const page = await visit(browser, '/add-person', { viewport: DESKTOP, as: member });
    await fillPerson(page, when);
    const { letGo, isAnswered } = await holdResponse(page, '/api/add-person');
    await press(page);
    await isAnswered;
    await leaveAndReturn(page, letGo);
    await expectSavedOnce(page, when);
    letGo();
  });

  test.each([
    {
      address: '/profile',
      label: 'Website',
      save: 'Update Profile',
      toast: 'Profile Updated',
    },
    {
      address: '/contacts',
      dialog: 'Edit Slow Friend',
      label: 'Notes',
      save: 'Save',
      toast: 'Contact Updated',
    },
  ])('that changes something shows what was saved: $address', async (form) => {
    const page = await visit(browser, '/', { viewport: DESKTOP, as: member });
    if (form.dialog) await addContact(page, 'Slow Friend');
    await page.goto(form.address);
    // A dialog covers the links, so the history has both screens.
    await leave(page);
    await page.goBack();
    if (form.dialog) await page.getByRole('button', { name: form.dialog }).click();
    const field = page.getByLabel(form.label);
    await field.fill('https://late.example');
    const { letGo, isAnswered } = await holdResponse(
      page,
      form.dialog ? '/api/contacts/*' : '/api/me',
    );
    await page.getByRole('button', { name: form.save, exact: true }).click();
    await isAnswered;
    await page.goForward();
    await page.getByRole('heading', { name: 'How It Works' }).waitFor();
    await page.goBack();
    await field.waitFor();
    letGo();
    await expectToast(page, form.toast, /./);
    await expect.poll(() => field.inputValue()).toBe('https://late.example');
  });

  test('comes back filled if the save fails', async () => {
    const page = await visit(browser, '/add-person', { viewport: DESKTOP, as: member });
    await fillPerson(page, 'Failed Person');
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/add-person', async (route) => {
      await gate;
      await route.fulfill({ status: 500, json: { error: 'Out of order' } });
    });
    expectProblems(page, /500/);
    const sent = page.waitForRequest('**/api/add-person');
    await press(page);
    await sent;
    await leave(page);
    letGo();
    await expectToast(page, 'Error adding person', 'Out of order', 'destructive');
    await comeBack(page);
    await expect.poll(() => nameOf(page).inputValue()).toBe('Failed Person');
    expect(await page.getByLabel('Payment username').inputValue()).toBe('$gymguy');
    // It was restored once.
    await nameOf(page).fill('Corrected');
    await leave(page);
    await comeBack(page);
    await expect.poll(() => nameOf(page).inputValue()).toBe('Corrected');
  });
});

test('a message that was sent does not come back after a reload', async () => {
  const page = await visit(browser, '/contact', { viewport: DESKTOP, as: member });
  await page.getByLabel('Email').fill('type@writer.example');
  const message = page.getByLabel('Message');
  await message.fill('How do I change my name?');
  const { isAnswered } = await holdResponse(page, '/api/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await isAnswered;
  await page.reload();
  await page.getByRole('button', { name: 'Account menu for Type Writer' }).waitFor();
  await nextFrame(page);
  expect(await message.inputValue()).toBe('');
});

test('what one member typed is not shown to another after a reload', async () => {
  const other = await registerPerson(browser, { name: 'Other Eyes' });
  const page = await visit(browser, '/contact', { viewport: DESKTOP, as: member });
  await page.getByRole('button', { name: 'Account menu for Type Writer' }).waitFor();
  await page.getByLabel('Message').fill('Private words');
  await browser.signIn(page, other);
  // The form opens before the session is known.
  await page.route('**/api/user', async (route) => {
    await page.getByLabel('Message').waitFor();
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Account menu for Other Eyes' }).waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('');
});

test.each([
  ['the answer of a suspended member', 'Your answer', 'Send answer', true],
  ['the note for the badge', 'Where can we check?', 'Request verification', false],
])('%s is kept through a new login', async (where, label, button, isSuspended) => {
  const person = await registerPerson(browser, { name: `Kept ${where}` });
  await browser.pool.query(
    'UPDATE users SET suspended_at = CASE WHEN $2 THEN now() END WHERE id = $1',
    [person.id, isSuspended],
  );
  const page = await visit(browser, '/profile', { viewport: DESKTOP, as: person });
  await page.getByLabel(label).fill('A long story');
  await endSessionsBefore(browser, page);
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL('**/auth');
  await expectToast(page, 'You have been logged out', EXPLAINED, 'destructive');
  await logIn(page, person);
  await expect.poll(() => page.getByLabel(label).inputValue()).toBe('A long story');
  expectProblems(page, /401/);
});

test('the message of a suspension is kept through a new login', async () => {
  const admin = await registerPerson(browser, { name: 'Kept Admin', isAdmin: true });
  await browser.pool.query(
    `INSERT INTO reviews (kind, user_id, note) VALUES ('verification', $1, '')`,
    [member.id],
  );
  const page = await visit(browser, '/admin', { viewport: DESKTOP, as: admin });
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Suspend' }).click();
  const words = page.getByRole('alertdialog').getByLabel('Message to the member');
  await words.fill('A long reason');
  await endSessionsBefore(browser, page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await page.waitForURL('**/auth');
  await logIn(page, admin);
  await expect.poll(() => words.inputValue()).toBe('A long reason');
  expectProblems(page, /401/);
});
