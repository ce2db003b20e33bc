import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import {
  bodiesTo,
  expectFieldError,
  expectFieldFine,
  expectFocus,
  expectProblems,
  fillAndLeave,
  holdBack,
  noteOf,
} from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import { fileOf, twoColoredPicture } from '#tests/support/picture-files.ts';
import { expectToast, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const PASSWORD = 'correct horse battery';
const FIVE_MB = 5 * 1024 * 1024;

async function openRegister(options: Parameters<typeof visit>[2] = {}) {
  const page = await visit(browser, '/auth?tab=register', options);
  const form = {
    page,
    name: page.getByLabel('Name', { exact: true }),
    screenName: page.getByLabel('Screen name'),
    email: page.getByLabel('Email'),
    phone: page.getByLabel('Phone number'),
    password: page.getByLabel('Password', { exact: true }),
    picture: page.getByLabel('Profile picture'),
    openHandles: () => page.getByRole('button', { name: /Payment handles/ }).click(),
    handle: (platform: string) => page.getByLabel(`${platform} username`),
    submit: page.getByRole('button', { name: 'Create account' }),
  };
  await form.name.waitFor();
  return form;
}

describe('the rules of the form', () => {
  test('shows a message at each invalid field, and focuses the first', async () => {
    const { name, screenName, email, phone, password, submit } = await openRegister();
    await submit.click();
    await expectFieldError(name, 'Name must be at least 2 characters');
    await expectFieldError(email, 'Email is required');
    await expectFieldError(password, 'Password is required');
    await expectFieldFine(screenName);
    await expectFieldFine(phone);
    await expectFocus(name);

    await fillAndLeave(name, 'J');
    await expectFieldError(name, 'Name must be at least 2 characters');
    await fillAndLeave(screenName, 'J');
    await expectFieldError(screenName, 'Screen name must be at least 2 characters');
    await fillAndLeave(email, 'june.park@');
    await expectFieldError(email, 'Please enter a valid email address');
    await fillAndLeave(phone, '+0123');
    await expectFieldError(phone, 'Please enter a valid phone number');
    await fillAndLeave(phone, '+1234567890123456');
    await expectFieldError(phone, 'Please enter a valid phone number');
    await fillAndLeave(phone, '+123456789012345');
    await expectFieldFine(phone);
    await fillAndLeave(password, 'seven77');
    await expectFieldError(password, 'Password must be at least 8 characters');
    await fillAndLeave(password, 'eight888');
    await expectFieldFine(password);
    await name.fill('Ju');
    await expectFieldFine(name);
  });

  test('shows the strength of a password, and has autocomplete attributes', async () => {
    const { page, name, email, phone, password } = await openRegister();
    expect(await noteOf(password)).toBe('At least 8 characters.');
    await password.fill('password1');
    expect(await noteOf(password)).toMatch(/^Weak\./);
    await password.fill('correct horse battery staple');
    expect(await noteOf(password)).toBe('Strong.');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    const hints = [name, email, phone, password].map((field) => field.getAttribute('autocomplete'));
    expect(await Promise.all(hints)).toEqual(['name', 'username', 'tel', 'new-password']);
  });

  test('handles are optional, each with its format and a warning', async () => {
    const { openHandles, handle } = await openRegister();
    await openHandles();
    for (const [platform, placeholder, hint] of [
      ['Cash App', '$username', 'Starts with $ (e.g. $username). We add it if you forget.'],
      ['PayPal', '@username', /^Starts with @ \(e\.g\. @username\)/],
      ['Apple Pay', 'apple.pay/username', /apple\.pay\/username/],
      ['Venmo', '@username', 'Starts with @ (e.g. @username).'],
    ] as const) {
      expect(await handle(platform).getAttribute('placeholder')).toBe(placeholder);
      expect(await noteOf(handle(platform))).toMatch(hint);
    }
    await handle('Venmo').fill('@bob');
    expect(await noteOf(handle('Venmo'))).toContain('Venmo names usually have 5 to 30 letters');
    await fillAndLeave(handle('Cash App'), 'two words');
    await expectFieldError(
      handle('Cash App'),
      'Enter the Cash App name alone, for example $username: letters, digits, dots, dashes and underscores, up to 64',
    );
  });
});

describe('registering', () => {
  test('without handles sends one request, shows a toast and opens the profile', async () => {
    const { page, name, screenName, email, phone, password, submit } = await openRegister({
      viewport: DESKTOP,
    });
    const sent = bodiesTo(page, '/api/register');
    const letGo = await holdBack(page, '/api/register');
    await name.fill('  June   Park ');
    await screenName.fill('June');
    await email.fill('june@example.com');
    await phone.fill('+14155550188');
    await password.fill(PASSWORD);
    await submit.click();
    await page.getByRole('button', { name: 'Creating account...' }).waitFor();
    letGo();
    await page.waitForURL('**/profile');
    await expectToast(page, 'Registration successful', 'Welcome to Payfolk, June Park.');
    await page.getByRole('button', { name: 'Account menu for June' }).waitFor();
    expect(sent).toEqual([
      {
        name: 'June Park',
        screenName: 'June',
        email: 'june@example.com',
        phoneNumber: '+14155550188',
        password: PASSWORD,
        profileImage: null,
      },
    ]);
  });

  test('with handles drops blank ones, adds $ and opens the home page', async () => {
    const { page, name, email, password, openHandles, handle, submit } = await openRegister();
    const sent = bodiesTo(page, '/api/register-with-accounts');
    await name.fill('Omar Said');
    await email.fill('omar@example.com');
    await password.fill(PASSWORD);
    await openHandles();
    await handle('Cash App').fill('omarsaid');
    await handle('PayPal').fill('   ');
    await handle('Venmo').fill('@omar-said');
    await submit.click();
    await page.waitForURL((url) => url.pathname === '/');
    await expectToast(page, 'Registration successful', 'Welcome to Payfolk, Omar Said.');
    expect(sent).toEqual([
      {
        user: {
          name: 'Omar Said',
          screenName: null,
          email: 'omar@example.com',
          phoneNumber: null,
          password: PASSWORD,
          profileImage: null,
        },
        accounts: [
          { platform: 'cashapp', username: '$omarsaid' },
          { platform: 'venmo', username: '@omar-said' },
        ],
      },
    ]);
  });

  test('shows at its field that an email is taken, with and without handles', async () => {
    const { email: taken } = await registerPerson(browser, { name: 'First Here' });
    const { page, name, email, password, openHandles, handle, submit } = await openRegister();
    await name.fill('Second Here');
    await email.fill(taken);
    await password.fill(PASSWORD);
    await submit.click();
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    const sentence = (await noteOf(email)) ?? '';
    await expectToast(page, 'Registration failed', sentence, 'destructive');
    await expectFocus(email);
    // Typing removes the message, and the other route returns the same.
    await email.fill(`${taken}x`);
    await expectFieldFine(email);
    await email.fill(taken);
    await openHandles();
    await handle('Venmo').fill('@second-here');
    await submit.click();
    await expectFieldError(email, sentence);
    await expectFocus(email);
    expectProblems(page, /409/);
  });

  test('opens the collapsed handles if the server refuses one', async () => {
    const { page, name, email, password, openHandles, handle, submit } = await openRegister();
    await page.route('**/api/register-with-accounts', (route) =>
      route.fulfill({
        status: 400,
        json: { error: 'No', message: 'No', fields: { 'accounts.1.username': 'Not this one' } },
      }),
    );
    await name.fill('Third Here');
    await email.fill('third@example.com');
    await password.fill(PASSWORD);
    await openHandles();
    await handle('PayPal').fill('@third');
    await handle('Venmo').fill('@third-here');
    await openHandles();
    expect(await handle('Venmo').isVisible()).toBe(false);
    await submit.click();
    await expectToast(page, 'Registration failed', 'No', 'destructive');
    await expectFieldError(handle('Venmo'), 'Not this one');
    expect(await handle('Venmo').isVisible()).toBe(true);
    expectProblems(page, /400/);
  });
});

describe('the picture', () => {
  test('over 5 MB is refused with a toast, exactly 5 MB is not', async () => {
    const { page, picture } = await openRegister();
    await picture.setInputFiles(fileOf(FIVE_MB + 1));
    await expectToast(page, 'File too large', 'Profile image must be less than 5MB', 'destructive');
    await picture.setInputFiles(fileOf(FIVE_MB));
    // Zeros are no picture, which is checked after the size.
    await page
      .getByText('This file could not be read as a picture. Please choose another.')
      .waitFor();
    await picture.setInputFiles(fileOf(10, 'image/svg+xml'));
    await page.getByText('Please choose a PNG, JPEG, WebP or GIF image').waitFor();
  });

  test('is cropped to a square, shown, and stored with the account', async () => {
    const { page, name, email, password, picture, submit } = await openRegister({
      viewport: DESKTOP,
    });
    await picture.setInputFiles(await twoColoredPicture());
    const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
    await dialog.waitFor();
    await expectAccessibleInEveryLook(page);
    await dialog.getByRole('slider', { name: 'Zoom' }).fill('2');
    await dialog.getByRole('button', { name: 'Use photo' }).click();
    await page.getByRole('button', { name: 'Remove photo' }).waitFor();
    await name.fill('Pic Ture');
    await email.fill('picture@example.com');
    await password.fill(PASSWORD);
    await submit.click();
    await page.waitForURL('**/profile');
    const address = await page.locator('header img').getAttribute('src');
    expect(address).toMatch(/^\/api\/avatars\//);
    const stored = await page.request.get(address ?? '');
    expect(stored.headers()['content-type']).toBe('image/webp');
  });

  test('can be removed before registering', async () => {
    const { page, picture } = await openRegister();
    await picture.setInputFiles(await twoColoredPicture());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add a photo' }).waitFor();
    await picture.setInputFiles(await twoColoredPicture());
    await page.getByRole('button', { name: 'Use photo' }).click();
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await page.getByRole('button', { name: 'Add a photo' }).waitFor();
  });
});
