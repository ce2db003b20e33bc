import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import {
  DESKTOP,
  openBrowserByName,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectFieldError, expectFocus, expectProblems } from '#tests/support/forms.ts';
import { plugInAuthenticator } from '#tests/support/passkeys.ts';
import { ageAuthentication, logIn, registerPerson } from '#tests/support/people.ts';
import {
  deletionsBy,
  expectToast,
  pressEscapeIn,
  pressTwice,
  requestsTo,
  visit,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowserByName();
});
afterAll(() => browser.close());

const passkeysOf = (page: VisitorPage) =>
  page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

async function addPasskey(page: VisitorPage) {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'Passkey Added', 'Use it the next time you sign in.');
}

async function logOut(page: VisitorPage) {
  await page.getByRole('button', { name: 'Account menu for' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/auth');
  await page.getByLabel('Email').waitFor();
}

/** For `before`: the browser's question stays open until the page gets the event `unlock`. */
function waitForUnlock() {
  const create = navigator.credentials.create.bind(navigator.credentials);
  navigator.credentials.create = async (options) => {
    document.documentElement.dataset.isAsked = 'true';
    await new Promise((unlock) => addEventListener('unlock', unlock, { once: true }));
    return create(options);
  };
}

function hideSuggestions() {
  PublicKeyCredential.isConditionalMediationAvailable = async () => false;
}

async function openSecurity(name = 'Pass Key') {
  const person = await registerPerson(browser, { name, handles: { venmo: '@pass-key' } });
  const page = await visit(browser, '/profile/security', {
    viewport: DESKTOP,
    as: person,
    // The authenticator would answer a suggestion at once, before the test presses the button.
    before: hideSuggestions,
  });
  const authenticator = await plugInAuthenticator(page);
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  // A list that arrives between pressing and releasing the mouse would move the button away.
  await expect.poll(() => page.getByText('Loading...').count()).toBe(0);
  return { page, person, authenticator };
}

/** Records what the browser is asked for, and never answers. */
function recordQuestions() {
  const questions: CredentialRequestOptions[] = [];
  Object.assign(window, { questions });
  PublicKeyCredential.isConditionalMediationAvailable = async () => true;
  const ask = (options: CredentialRequestOptions = {}) => {
    questions.push(options);
    return new Promise<null>((_, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    });
  };
  Object.assign(navigator.credentials, { create: ask, get: ask });
}
const questionsOf = (page: VisitorPage) =>
  page.evaluate(() =>
    (Reflect.get(window, 'questions') as CredentialRequestOptions[]).map(
      ({ mediation, signal }) => ({ mediation, isAborted: signal?.aborted }),
    ),
  );

describe('a passkey', () => {
  test('is added, signs in, confirms, is renamed and removed', async () => {
    const { page, person, authenticator } = await openSecurity();
    const rows = passkeysOf(page);
    expect(await rows.count()).toBe(0);
    await addPasskey(page);
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.first().textContent()).toMatch(/Added \w+ \d+, \d{4} · not used yet/);
    expect(await authenticator.listCredentials()).toHaveLength(1);
    await expectAccessibleInEveryLook(page);

    await page.getByRole('button', { name: /^Rename / }).click();
    const rename = page.getByRole('dialog', { name: 'Rename this passkey' });
    const name = rename.getByLabel('Name');
    await name.fill('');
    await rename.getByRole('button', { name: 'Save' }).click();
    await expectFieldError(name, 'Name is required');
    await expectAccessibleInEveryLook(page);
    await name.fill('My MacBook');
    await rename.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Passkey Renamed', 'It is called My MacBook now.');
    await rows.getByText('My MacBook').waitFor();

    await logOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectToast(page, 'Login successful', 'Welcome back, Pass Key.');
    await page.waitForURL((url) => url.pathname === '/');

    await page.goto('/profile?tab=venmo');
    await page.getByText('Visible to visitors').waitFor();
    await ageAuthentication(browser, person);
    await page.getByLabel('Venmo username').fill('@other-key');
    await page.getByRole('button', { name: 'Save Venmo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const use = dialog.getByRole('button', { name: 'Use a passkey' });
    await use.waitFor();
    await expectFocus(use);
    await dialog.getByText('or', { exact: true }).waitFor();
    await expectAccessibleInEveryLook(page);
    await use.click();
    await dialog.waitFor({ state: 'detached' });
    await expectToast(page, 'Payment Account Updated', /Venmo/);

    await page.getByRole('link', { name: 'Security' }).click();
    await expect.poll(() => rows.first().textContent()).toMatch(/My MacBook.*used today/);
    await page.getByRole('button', { name: 'Remove My MacBook' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove My MacBook?' });
    await question.waitFor();
    await expectAccessibleInEveryLook(page);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Passkey Removed', 'My MacBook no longer signs you in.');
    await expect.poll(() => rows.count()).toBe(0);
    await expectFocus(page.getByRole('heading', { name: 'Passkeys' }));

    await logOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText("That passkey didn't work. Try again, or use your password.").waitFor();
    await expectAccessibleInEveryLook(page);
    expect(new URL(page.url()).pathname).toBe('/auth');
    expectProblems(page, /403/, /400/);
  });

  test('is asked for before another one is added, and closing that adds none', async () => {
    const { page, person } = await openSecurity('Twice Asked');
    await ageAuthentication(browser, person);
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByText('You’re adding a passkey.').waitFor();
    await pressEscapeIn(dialog);
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('button', { name: 'Add a passkey' }));
    expect(await passkeysOf(page).count()).toBe(0);
    expect(page.toasts).toEqual([]);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(page, 'Passkey Added', 'Use it the next time you sign in.');
    expectProblems(page, /403/);
  });

  test('is added after confirming, however long its owner takes to unlock the device', async () => {
    const { page, person } = await openSecurity('Takes Time');
    await page.evaluate(waitForUnlock);
    await ageAuthentication(browser, person);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('html[data-is-asked]').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('unlock')));
    await expectToast(page, 'Passkey Added', 'Use it the next time you sign in.');
    expectProblems(page, /403/);
  });

  test('is no longer asked for when the dialog that asks is closed', async () => {
    const { page, person } = await openSecurity('Closes It');
    await addPasskey(page);
    await page.evaluate(recordQuestions);
    await ageAuthentication(browser, person);
    await page.getByRole('button', { name: 'Remove ' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect.poll(() => questionsOf(page)).toEqual([{ isAborted: false }]);
    await page.keyboard.press('Escape');
    await expect.poll(() => questionsOf(page)).toEqual([{ isAborted: true }]);
    expectProblems(page, /403/);
  });

  test('on a device that has one already is not added again', async () => {
    const { page } = await openSecurity('Only One');
    await addPasskey(page);
    await expect.poll(() => passkeysOf(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device already has a passkey for you.').waitFor();
    expect(await passkeysOf(page).count()).toBe(1);
  });

  test('that is not unlocked leaves the password as the way in', async () => {
    const { page, person, authenticator } = await openSecurity('Not Unlocked');
    await addPasskey(page);
    await authenticator.setIsVerified(false);
    await logOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page
      .getByText('That passkey didn’t work. Try again, or log in with your password.')
      .waitFor();
    await logIn(page, person);
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/profile?tab=venmo');
    await page.getByText('Visible to visitors').waitFor();
    await ageAuthentication(browser, person);
    await page.getByRole('button', { name: 'Remove @pass-key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await dialog.getByText('That passkey didn’t work. Try again.').waitFor();
    await expectAccessibleInEveryLook(page);
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(page, 'Payment Account Removed', /Venmo/);
    expectProblems(page, /403/);
  });

  test('still signs in after the server was restarted', async () => {
    const { page } = await openSecurity('Re Start');
    await addPasskey(page);
    await logOut(page);
    await browser.restartServer();
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectToast(page, 'Login successful', 'Welcome back, Re Start.');
    // Nothing answers while the server is away.
    expectProblems(page, /ERR_CONNECTION/, /Failed to fetch/, /50\d/);
  });

  test('is added and signs in where one node asks and another checks the answer', async () => {
    const other = await browser.startNode();
    onTestFinished(async () => void (await other.stop()));
    const { page } = await openSecurity('Two Nodes');
    const checkedElsewhere: string[] = [];
    await page.route(/\/api\/(login\/passkey|passkeys)$/, (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().method() !== 'POST') return route.continue();
      checkedElsewhere.push(pathname);
      return route
        .fetch({ url: other.url + pathname })
        .then((response) => route.fulfill({ response }));
    });
    await addPasskey(page);
    await logOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectToast(page, 'Login successful', 'Welcome back, Two Nodes.');
    expect(checkedElsewhere).toEqual(['/api/passkeys', '/api/login/passkey']);
    await page.goto('/profile/security');
    await expect.poll(() => passkeysOf(page).first().textContent()).toMatch(/used today/);
  });
});

test('a double click removes a passkey once', async () => {
  const { page } = await openSecurity('Two Clicks');
  await addPasskey(page);
  await page.getByRole('button', { name: 'Remove ' }).click();
  const sent = deletionsBy(page);
  const question = page.getByRole('alertdialog');
  await pressTwice(question.getByRole('button', { name: 'Remove' }));
  await expectToast(page, 'Passkey Removed', /no longer signs you in/);
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => passkeysOf(page).count()).toBe(0);
  expect(sent).toHaveLength(1);
});

describe('two quick presses ask once', () => {
  const openLogin = () => visit(browser, '/auth', { viewport: DESKTOP, before: hideSuggestions });
  const openList = async () => (await openSecurity('Adds Once')).page;

  test.each([
    ['when a passkey is added', openList, 'Add a passkey', '/api/passkeys/options'],
    ['when a passkey signs in', openLogin, 'Sign in with a passkey', '/api/login/passkey/options'],
  ])('%s', async (_, open, name, path) => {
    const page = await open();
    await page.evaluate(recordQuestions);
    const asked = requestsTo(page, path);
    await pressTwice(page.getByRole('button', { name }));
    await expect.poll(() => questionsOf(page)).toEqual([{ isAborted: false }]);
    expect(asked).toHaveLength(1);
  });

  test('when a passkey confirms, and once more after a failure', async () => {
    const { page, person } = await openSecurity('Confirms Once');
    await addPasskey(page);
    await page.evaluate(recordQuestions);
    await ageAuthentication(browser, person);
    await page.getByRole('button', { name: 'Remove ' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const use = dialog.getByRole('button', { name: 'Use a passkey' });
    const asked = requestsTo(page, '/api/reauthenticate/options');
    await page.route('**/api/reauthenticate/options', (route) => route.abort(), { times: 1 });
    await pressTwice(use);
    await dialog.getByText('Could not connect.').waitFor();
    expect(asked).toHaveLength(1);
    await pressTwice(use);
    await expect.poll(() => questionsOf(page)).toEqual([{ isAborted: false }]);
    expect(asked).toHaveLength(2);
    expectProblems(page, /403/, /ERR_FAILED/, /Failed to fetch/);
  });
});

test('without a connection the passkey is not blamed', async () => {
  const page = await visit(browser, '/auth', { viewport: DESKTOP, before: hideSuggestions });
  await page.route('**/api/login/passkey/options', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('Could not connect. Check your connection and try again.').waitFor();
  expectProblems(page, /ERR_FAILED/, /Failed to fetch/);
});

describe('passkeys in the list under the email', () => {
  test('are offered with the form and stop with it', async () => {
    const page = await visit(browser, '/auth', { viewport: DESKTOP, before: recordQuestions });
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn');
    await expect
      .poll(() => questionsOf(page))
      .toEqual([{ mediation: 'conditional', isAborted: false }]);
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect
      .poll(() => questionsOf(page))
      .toEqual([{ mediation: 'conditional', isAborted: true }]);
    await page.getByRole('tab', { name: 'Log In' }).click();
    await expect.poll(async () => (await questionsOf(page)).length).toBe(2);
    // The button replaces them.
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect
      .poll(() => questionsOf(page))
      .toEqual([
        { mediation: 'conditional', isAborted: true },
        { mediation: 'conditional', isAborted: true },
        { mediation: undefined, isAborted: false },
      ]);
  });

  test('are not asked for where the browser has no such list', async () => {
    const page = await visit(browser, '/', {
      viewport: DESKTOP,
      before: hideSuggestions,
    });
    const asked = requestsTo(page, '/api/login/passkey/options');
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect(asked).toEqual([]);
  });

  test('a browser without passkeys has no button', async () => {
    const page = await visit(browser, '/auth', {
      before: () => void Reflect.deleteProperty(window, 'PublicKeyCredential'),
    });
    await page.getByRole('button', { name: 'Log In' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  });
});
