import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  PHONE,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectFocus, expectProblems } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import { expectToast, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
let member: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  member = await registerPerson(browser, { name: 'Lena Lazy' });
});
afterAll(() => browser.close());

const VISITOR_PREVIEW = '**/assets/visitor-dialog-*.js';
const TOASTER = '**/assets/toaster-*.js';

const FAILURES = [/ERR_FAILED/, /failed to load/];

const DIALOGS = [
  {
    name: 'the visitor preview',
    chunk: VISITOR_PREVIEW,
    viewport: DESKTOP,
    opener: (page: VisitorPage) => page.getByRole('button', { name: 'View as Visitor' }),
    opened: (page: VisitorPage) => page.getByRole('dialog', { name: 'View as Visitor' }),
  },
  {
    name: 'the avatar menu',
    chunk: '**/assets/avatar-menu-*.js',
    viewport: DESKTOP,
    opener: (page: VisitorPage) => page.getByRole('button', { name: 'Account menu for' }),
    opened: (page: VisitorPage) => page.getByRole('menuitem', { name: 'Log out' }),
  },
  {
    name: 'the side sheet',
    chunk: '**/assets/side-sheet-*.js',
    viewport: PHONE,
    opener: (page: VisitorPage) => page.getByRole('button', { name: 'Menu', exact: true }),
    opened: (page: VisitorPage) => page.getByRole('dialog', { name: 'Menu' }),
  },
  {
    name: 'the confirmation of a deletion',
    chunk: '**/assets/alert-dialog-*.js',
    viewport: DESKTOP,
    opener: (page: VisitorPage) => page.getByRole('button', { name: 'Delete Profile' }),
    opened: (page: VisitorPage) => page.getByRole('alertdialog'),
  },
];

test.each(DIALOGS)('$name fails to load: the form is kept and a retry opens it', async (dialog) => {
  const page = await visit(browser, '/profile', { viewport: dialog.viewport, as: member });
  const website = page.getByLabel('Website');
  await website.fill('https://typed.example');
  await page.route(dialog.chunk, (route) => route.abort());

  await dialog.opener(page).click();
  const error = page.getByRole('alert').filter({ hasText: 'This did not load' });
  await error.waitFor();
  const retry = error.getByRole('button', { name: 'Try again' });
  await expectFocus(retry);
  expect(await website.inputValue()).toBe('https://typed.example');

  await retry.click();
  await error.waitFor();
  await page.unroute(dialog.chunk);
  await retry.click();
  await dialog.opened(page).waitFor();
  expect(await error.count()).toBe(0);
  expect(await website.inputValue()).toBe('https://typed.example');
  expectProblems(page, ...FAILURES);
});

test('a failed dialog can be dismissed and opened again from its button', async () => {
  const page = await visit(browser, '/profile', { viewport: DESKTOP, as: member });
  await page.route(VISITOR_PREVIEW, (route) => route.abort());
  const opener = page.getByRole('button', { name: 'View as Visitor' });
  await opener.click();
  const error = page.getByRole('alert').filter({ hasText: 'This did not load' });
  await error.getByRole('button', { name: 'Dismiss' }).click();
  await error.waitFor({ state: 'detached' });
  await expectFocus(opener);
  await page.unroute(VISITOR_PREVIEW);
  await opener.click();
  await page.getByRole('dialog', { name: 'View as Visitor' }).waitFor();
  expectProblems(page, ...FAILURES);
});

test('toasts that failed to load are loaded with the next press', async () => {
  const page = await visit(browser, '/profile', { viewport: DESKTOP, as: member });
  await page.route(TOASTER, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => /\/toaster-/.test(request.url()));
  await page.getByLabel('Website').click();
  await failed;
  await page.unroute(TOASTER);
  await page.getByLabel('Website').fill('https://toast.example');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expectToast(page, 'Profile Updated', 'Your changes are saved.');
  expectProblems(page, ...FAILURES);
});
