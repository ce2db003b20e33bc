import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack, holdResponse } from '#tests/support/forms.ts';
import {
  ageAuthentication,
  apiOf,
  type PersonRecipe,
  registerPerson,
} from '#tests/support/people.ts';
import { expectToast, nextFrame, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openAs(path: string, recipe: PersonRecipe) {
  const person = await registerPerson(browser, recipe);
  const page = await visit(browser, path, { viewport: DESKTOP, as: person });
  return { page, person };
}

/** Resolves when code has been loaded and run, and what it does is drawn. */
async function runs(page: VisitorPage, code: Response): Promise<void> {
  // As text: Vitest would replace the import.
  await page.evaluate(`import(${JSON.stringify(code.url())}).then(() => undefined)`);
  await nextFrame(page);
}

test('a password check that ends after its dialog was closed confirms the next one', async () => {
  const { page, person } = await openAs('/profile?tab=venmo', {
    name: 'Two Dialogs',
    handles: { venmo: '@two-dialogs' },
  });
  await page.getByText('Visible to visitors').waitFor();
  await ageAuthentication(browser, person);
  const remove = page.getByRole('button', { name: 'Remove @two-dialogs' });
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const letGo = await holdBack(page, '/api/reauthenticate');
  await remove.click();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  const check = page.waitForRequest('**/api/reauthenticate');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await check;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await remove.click();
  await dialog.waitFor();
  letGo();
  await dialog.waitFor({ state: 'detached' });
  await expectToast(page, 'Payment Account Removed', /Venmo/);
  expectProblems(page, /403/);
});

test('leaving while the dialog’s code loads asks nothing on the next screen', async () => {
  const { page, person } = await openAs('/profile?tab=venmo', {
    name: 'Leaves Early',
    handles: { venmo: '@leaves-early' },
  });
  await page.getByText('Visible to visitors').waitFor();
  await ageAuthentication(browser, person);
  const code = '/assets/confirm-dialog-*.js';
  const letGo = await holdBack(page, code);
  const isAsked = page.waitForRequest(`**${code}`);
  await page.getByRole('button', { name: 'Remove @leaves-early' }).click();
  await isAsked;
  await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
  await page.getByRole('heading', { name: 'How It Works' }).waitFor();
  const isLoaded = page.waitForResponse(`**${code}`);
  letGo();
  await runs(page, await isLoaded);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expectProblems(page, /403/);
});

test('leaving while a request is on its way asks nothing on the next screen', async () => {
  const { page, person } = await openAs('/profile?tab=venmo', {
    name: 'Leaves First',
    handles: { venmo: '@leaves-first' },
  });
  await page.getByText('Visible to visitors').waitFor();
  await ageAuthentication(browser, person);
  const remove = page.getByRole('button', { name: 'Remove @leaves-first' });
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  // The dialog's code is there from then on.
  await remove.click();
  await dialog.getByLabel('Password', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { letGo, isAnswered } = await holdResponse(page, '/api/payment-accounts/*');
  await remove.click();
  await isAnswered;
  await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
  await page.getByRole('heading', { name: 'How It Works' }).waitFor();
  const isRefused = page.waitForResponse('**/api/payment-accounts/*');
  letGo();
  await (await isRefused).finished();
  await nextFrame(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(page.toasts).toEqual([]);
  expectProblems(page, /403/);
});

describe('editing a contact', () => {
  test('starts from what was saved, and a save before does not close the dialog', async () => {
    const { page, person } = await openAs('/', { name: 'Edits Twice' });
    const send = await apiOf(browser, person);
    await send('POST', '/api/add-person', {
      name: 'Maya Okafor',
      screenName: 'Maya',
      paymentPlatform: 'cashapp',
      paymentUsername: '$mayaokafor',
    });
    await page.goto('/contacts');
    const edit = page.getByRole('button', { name: 'Edit Maya' });
    await edit.click();
    const dialog = page.getByRole('dialog', { name: 'Edit Maya' });
    await dialog.getByLabel('Relationship').fill('Neighbor');
    const letGo = await holdBack(page, '/api/contacts');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Contact Updated', /Maya/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await edit.click();
    const notes = dialog.getByLabel('Notes');
    await notes.fill('Has a cat.');
    expect(await dialog.getByLabel('Relationship').inputValue()).toBe('Neighbor');
    const isLoaded = page.waitForResponse('**/api/contacts');
    letGo();
    await isLoaded;
    await nextFrame(page);
    expect(await notes.inputValue()).toBe('Has a cat.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Contact Updated', /Maya/);
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('somebody who types meanwhile keeps the focus', () => {
  test('when a device is signed out', async () => {
    const { page, person } = await openAs('/', { name: 'Signs Out' });
    await apiOf(browser, person);
    await page.goto('/profile/security');
    const { letGo, isAnswered } = await holdResponse(page, '/api/sessions/*');
    const others = page.getByRole('button', { name: /^Sign out (?!everywhere)/ });
    await others.first().click();
    await isAnswered;
    const password = page.getByLabel('Current password', { exact: true });
    await password.fill('correct');
    letGo();
    await expect.poll(() => others.count()).toBe(1);
    await expectFocus(password);
  });

  test('when a new email is canceled', async () => {
    const { page, person } = await openAs('/', { name: 'New Mail' });
    await browser.pool.query('UPDATE users SET email_proven_at = now() WHERE id = $1', [person.id]);
    await page.goto('/profile');
    await page.getByLabel('Email').fill(`new-mail-${process.pid}@example.com`);
    await page.getByRole('button', { name: 'Update Profile' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel the new email' });
    await cancel.waitFor();
    const { letGo, isAnswered } = await holdResponse(page, '/api/me');
    await cancel.click();
    await isAnswered;
    const website = page.getByLabel('Website');
    await website.fill('https://new.example');
    letGo();
    await cancel.waitFor({ state: 'detached' });
    await expectFocus(website);
  });
});

test('Back and then another screen does not scroll that screen', async () => {
  for (let index = 0; index < 8; index += 1) {
    await registerPerson(browser, { name: `Tall List ${index}`, handles: { venmo: '@tall-list' } });
  }
  const page = await visit(browser, '/?search=tall+list', { viewport: DESKTOP });
  await page.getByRole('article').nth(7).waitFor();
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
  const link = page.getByRole('banner').getByRole('link', { name: 'Features' });
  await link.evaluate((node: HTMLElement) => node.click());
  const features = page.getByRole('heading', { name: 'How It Works' });
  await features.waitFor();
  const letGo = await holdBack(page, '/assets/restore-scroll-*.js');
  const isAsked = page.waitForRequest('**/assets/restore-scroll-*.js');
  await page.goBack();
  await isAsked;
  await page.getByRole('article').nth(7).waitFor();
  await link.evaluate((node: HTMLElement) => node.click());
  await features.waitFor();
  const isLoaded = page.waitForResponse('**/assets/restore-scroll-*.js');
  letGo();
  await runs(page, await isLoaded);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the welcome tour does not interrupt somebody who is searching', async () => {
  const page = await visit(browser, '/features', { viewport: DESKTOP, isFirstVisit: true });
  const letGo = await holdBack(page, '/assets/onboarding-dialog-*.js');
  const isAsked = page.waitForRequest('**/assets/onboarding-dialog-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await isAsked;
  const search = page.getByRole('searchbox');
  await search.pressSequentially('may');
  const isLoaded = page.waitForResponse('**/assets/onboarding-dialog-*.js');
  letGo();
  await runs(page, await isLoaded);
  await search.pressSequentially('a');
  expect(await search.inputValue()).toBe('maya');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

describe('an answer about the session', () => {
  async function openVerified(name: string) {
    const { page, person } = await openAs('/profile?tab=venmo', {
      name,
      isVerified: true,
      handles: { venmo: '@some-name', paypal: '@somename' },
    });
    await page.getByText('Visible to visitors').waitFor();
    return { page, person };
  }
  /** Changing a handle of a verified member asks for the session. */
  async function changeHandle(page: VisitorPage) {
    await page.getByLabel('Venmo username').fill('@other-name');
    await page.getByRole('button', { name: 'Save Venmo' }).click();
  }
  async function changeScreenName(page: VisitorPage, screenName: string) {
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByLabel('Screen name').fill(screenName);
    await page.getByRole('button', { name: 'Update Profile' }).click();
  }
  test('that is old does not bring back an old name', async () => {
    const { page } = await openVerified('Old Name');
    const { letGo, isAnswered } = await holdResponse(page, '/api/user', 1);
    await changeHandle(page);
    await isAnswered;
    const isAskedAgain = page.waitForResponse('**/api/user');
    await changeScreenName(page, 'New Name');
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
    await isAskedAgain;
    letGo();
    await nextFrame(page);
    await page.getByRole('button', { name: 'Account menu for New Name' }).waitFor();
  });

  test('that is newer than a slow save is not lost', async () => {
    const { page } = await openVerified('Slow Save');
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByLabel('Website').fill('https://slow.example');
    const save = await holdResponse(page, '/api/me', 1);
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await save.isAnswered;
    await page.getByRole('tab', { name: 'Venmo' }).click();
    const session = await holdResponse(page, '/api/user', 1);
    await changeHandle(page);
    await session.isAnswered;
    const isAskedAgain = page.waitForResponse('**/api/user');
    save.letGo();
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
    await isAskedAgain;
    session.letGo();
    await nextFrame(page);
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByLabel('Screen name').fill('Not Verified');
    await nextFrame(page);
    expect(await page.getByText(/^This removes Verified/).count()).toBe(0);
    expectProblems(page, /ERR_ABORTED/);
  });
});
