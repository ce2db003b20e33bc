import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEveryLook } from '#tests/support/axe.ts';
import { DESKTOP, openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import {
  bodiesTo,
  expectFieldError,
  expectFieldFine,
  expectFocus,
  expectLoaded,
  expectProblems,
  fillAndLeave,
  holdBack,
  holdResponse,
  noteOf,
  stopClock,
} from '#tests/support/forms.ts';
import { type PersonRecipe, registerPerson } from '#tests/support/people.ts';
import { fileOf, twoColoredPicture } from '#tests/support/picture-files.ts';
import {
  expectNoSidewaysScroll,
  expectToast,
  nextFrame,
  type VisitOptions,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

let members = 0;

async function openProfile(recipe: Partial<PersonRecipe> = {}, options: VisitOptions = {}) {
  members += 1;
  const screenName = `Mem Ber ${members}`;
  const person = await registerPerson(browser, { name: 'Mem Ber', screenName, ...recipe });
  const page = await visit(browser, '/profile', { ...options, as: person });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Username').waitFor();
  const save = page.getByRole('button', { name: 'Update Profile' });
  return { page, person, field, save, screenName };
}

test('the deletion follows the card above it, without an empty space', async () => {
  const { page } = await openProfile(
    { handles: { venmo: '@gap', paypal: '@gap', cashapp: '$gap' } },
    { viewport: DESKTOP },
  );
  await page.getByRole('heading', { name: 'Order on your card' }).waitFor();
  const [data, deletion] = await page
    .getByRole('heading', { name: /^(Your data|Delete your profile)$/ })
    .evaluateAll((headings) =>
      headings.map((heading) => {
        const { top, bottom, left } = (heading.parentElement ?? heading).getBoundingClientRect();
        return { top, bottom, left };
      }),
    );
  expect((deletion?.top ?? 0) - (data?.bottom ?? 0)).toBe(20);
  // In the same column: under the form it would leave a space as high as the rest of this column.
  expect(deletion?.left).toBe(data?.left);
});

test('the deletion shows once all that could move it is there', async () => {
  const person = await registerPerson(browser, {
    name: 'Mem Ber',
    screenName: 'Stands Still',
    handles: { venmo: '@still', paypal: '@still' },
  });
  const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
  const held = ['/api/payment-accounts', '/api/me/verification'];
  const answers = [];
  for (const path of held) answers.push(await holdResponse(page, path));
  await page.getByRole('button', { name: 'Account menu for' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByRole('heading', { name: 'My Account' }).waitFor();
  const remove = page.getByRole('button', { name: 'Delete Profile' });
  for (const { isAnswered, letGo } of answers) {
    await isAnswered;
    await nextFrame(page);
    expect(await remove.count()).toBe(0);
    letGo();
  }
  await page.getByRole('button', { name: 'Request verification' }).waitFor();
  await remove.waitFor();
});

test('losing the badge does not hide the form that somebody is using', async () => {
  const person = await registerPerson(browser, { name: 'Badge Lost', isVerified: true });
  const page = await visit(browser, '/', { viewport: DESKTOP, as: person });
  await page.getByRole('button', { name: 'Account menu for' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  const { isAnswered, letGo } = await holdResponse(page, '/api/me/verification');
  await page.getByLabel('Name', { exact: true }).fill('Badge Gone');
  const save = page.getByRole('button', { name: 'Update Profile' });
  await save.click();
  await isAnswered;
  await nextFrame(page);
  expect(await save.isVisible()).toBe(true);
  await expectFocus(save);
  letGo();
  await page.getByRole('button', { name: 'Request verification' }).waitFor();
});

describe('the profile form', () => {
  test('shows what is saved and sends only what was changed', async () => {
    const { page, person, field, save } = await openProfile({ phoneNumber: '+14155550188' });
    await page.getByRole('heading', { name: 'My Account' }).waitFor();
    expect(await field('Name').inputValue()).toBe('Mem Ber');
    expect(await field('Username').inputValue()).toBe(person.username);
    expect(await field('Email').inputValue()).toBe(person.email);
    expect(await field('Phone number (optional)').inputValue()).toBe('+14155550188');
    const sent = bodiesTo(page, '/api/me');
    await field('Screen name (optional)').fill('New Name');
    await field('Username').fill('New.Name-1');
    await field('Phone number (optional)').fill('');
    await field('Website (optional)').fill('https://example.com/me');
    const letGo = await holdBack(page, '/api/me');
    await save.click();
    await page.getByRole('button', { name: 'Updating...' }).waitFor();
    letGo();
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
    expect(sent).toEqual([
      {
        screenName: 'New Name',
        username: 'new.name-1',
        phoneNumber: null,
        websiteUrl: 'https://example.com/me',
      },
    ]);
    await expect.poll(() => field('Username').inputValue()).toBe('new.name-1');
    await page.getByText(`New Name · ${person.email}`).waitFor();
    await page.reload();
    await expect.poll(() => field('Screen name (optional)').inputValue()).toBe('New Name');
    expect(await field('Phone number (optional)').inputValue()).toBe('');
  });

  test('shows a message at each invalid field', async () => {
    const { page, field, save } = await openProfile();
    await fillAndLeave(field('Name'), 'M');
    await expectFieldError(field('Name'), 'Name must be at least 2 characters');
    await fillAndLeave(field('Screen name (optional)'), 'M');
    await expectFieldError(
      field('Screen name (optional)'),
      'Screen name must be at least 2 characters',
    );
    await fillAndLeave(field('Username'), 'me');
    await expectFieldError(field('Username'), 'Username must be at least 3 characters');
    await fillAndLeave(field('Username'), 'me & you');
    await expectFieldError(
      field('Username'),
      'Username may only contain letters, numbers, dots, dashes and underscores',
    );
    await fillAndLeave(field('Email'), 'me@');
    await expectFieldError(field('Email'), 'Please enter a valid email address');
    await fillAndLeave(field('Phone number (optional)'), '0800');
    await expectFieldError(field('Phone number (optional)'), 'Please enter a valid phone number');
    const website = 'Please enter a valid website URL (must start with http:// or https://)';
    for (const bad of ['example.com', 'https://example', 'ftp://example.com']) {
      await fillAndLeave(field('Website (optional)'), bad);
      await expectFieldError(field('Website (optional)'), website);
    }
    await save.click();
    await expectFocus(field('Name'));
    await fillAndLeave(field('Website (optional)'), '');
    await expectFieldFine(field('Website (optional)'));
    await expectAccessibleInEveryLook(page);
  });

  test('shows at its field that a username is taken', async () => {
    const { person: other } = await openProfile();
    const { page, field, save } = await openProfile();
    await field('Username').fill(other.username);
    await save.click();
    await expect.poll(() => field('Username').getAttribute('aria-invalid')).toBe('true');
    const sentence = (await noteOf(field('Username'))) ?? '';
    await expectToast(page, 'Update Failed', sentence, 'destructive');
    await expectFocus(field('Username'));
    expectProblems(page, /409/);
  });

  test('shows a default message for a failure without one', async () => {
    const { page, field, save } = await openProfile();
    await page.route('**/api/me', (route) => route.fulfill({ status: 500, body: '' }));
    await field('Name').fill('Other Name');
    await save.click();
    await expectToast(page, 'Update Failed', 'Failed to update profile', 'destructive');
    expect(await field('Name').inputValue()).toBe('Other Name');
    expectProblems(page, /500/);
  });

  test('says that the email is not confirmed yet, and mails the link again', async () => {
    const { page, person } = await openProfile({ name: 'Not Yet' });
    await page.getByText('Not confirmed yet. Follow the link that we emailed you.').waitFor();
    await page.getByRole('button', { name: 'Resend the confirmation' }).click();
    await expectToast(page, 'Email Sent', 'Follow the link in it to finish.');
    await browser.pool.query('UPDATE users SET email_proven_at = now() WHERE id = $1', [person.id]);
    await page.reload();
    await page.getByText('For logging in.').waitFor();
    expect(await page.getByRole('button', { name: 'Resend the confirmation' }).count()).toBe(0);
  });

  test('keeps unsaved changes when the tab changes', async () => {
    const { page, field } = await openProfile({ handles: { venmo: '@mem-ber' } });
    await field('Name').fill('Half Typed');
    await page.getByRole('tab', { name: 'Venmo' }).click();
    expect(new URL(page.url()).search).toBe('?tab=venmo');
    await page.getByLabel('Venmo username').fill('@also-half');
    await page.getByRole('tab', { name: 'Profile' }).click();
    expect(await field('Name').inputValue()).toBe('Half Typed');
    await page.getByRole('tab', { name: 'Venmo' }).click();
    expect(await page.getByLabel('Venmo username').inputValue()).toBe('@also-half');
  });
});

describe('a verified member is warned before the badge goes', () => {
  const WARNING = 'This removes Verified until we check it again.';

  test('by a new name', async () => {
    const { page, field, save } = await openProfile({ isVerified: true });
    const warning = page.getByRole('status').filter({ hasText: WARNING });
    await field('Phone number (optional)').fill('+14155550188');
    expect(await warning.count()).toBe(0);
    for (const label of ['Name', 'Screen name (optional)', 'Username']) {
      const saved = await field(label).inputValue();
      await field(label).fill(`${saved}s`);
      await warning.waitFor();
      await field(label).fill(saved);
      await warning.waitFor({ state: 'detached' });
    }
    await field('Name').fill('Mem Bers');
    await expectAccessible(page);
    await save.click();
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
    await warning.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'View as Visitor' }).click();
    const dialog = page.getByRole('dialog', { name: 'View as Visitor' });
    await dialog.getByRole('article').waitFor();
    expect(await dialog.getByText('Verified').count()).toBe(0);
    expectProblems(page);
  });

  test('by a new handle', async () => {
    const { page } = await openProfile({ isVerified: true });
    await page.getByRole('tab', { name: 'Venmo' }).click();
    const warning = page.getByRole('tabpanel').getByText(WARNING);
    expect(await warning.count()).toBe(0);
    await page.getByLabel('Venmo username').fill('@mem-ber');
    await warning.waitFor();
    await page.getByRole('button', { name: 'Save Venmo' }).click();
    await page.getByText('Visible to visitors', { exact: true }).waitFor();
    // The badge is gone, so the next change needs no warning.
    await page.getByLabel('Venmo username').fill('@mem-bers');
    await warning.waitFor({ state: 'detached' });
    expectProblems(page);
  });

  test('by removing a handle, with a question', async () => {
    const { page } = await openProfile({ isVerified: true, handles: { venmo: '@mem-ber' } });
    await page.getByRole('tab', { name: 'Venmo' }).click();
    await page.getByRole('button', { name: 'Remove @mem-ber' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove @mem-ber?' });
    await question.getByText(WARNING).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove @mem-ber' }).click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Visitors do not see Venmo on your card').waitFor();
    expectProblems(page);
  });
});

/** From now on a decoded picture is handed over when the page gets the event `prepare`. */
function holdDecoding() {
  const { decode } = HTMLImageElement.prototype;
  HTMLImageElement.prototype.decode = async function () {
    await decode.call(this);
    document.documentElement.dataset.isDecoded = 'true';
    await new Promise((prepare) => addEventListener('prepare', prepare, { once: true }));
  };
}

describe('the picture', () => {
  test('is cropped with the keyboard, saved, shown and removed', async () => {
    const { page, save } = await openProfile({}, { viewport: DESKTOP });
    await page.getByLabel('Profile picture').setInputFiles(await twoColoredPicture());
    const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
    await dialog.getByRole('group', { name: 'Part of the photo to keep' }).focus();
    // Until only the red half is left.
    for (let step = 0; step < 300; step += 1) await page.keyboard.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Use photo' }).click();
    await save.click();
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
    const picture = page.locator('header img');
    await expectLoaded(picture);
    const pixel = await picture.evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const context = canvas.getContext('2d');
      context?.drawImage(image, image.naturalWidth - 20, 20, 1, 1, 0, 0, 1, 1);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
    });
    expect(pixel[0]).toBeGreaterThan(200);
    expect(pixel[2]).toBeLessThan(60);

    const sent = bodiesTo(page, '/api/me');
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expectFocus(page.getByRole('button', { name: 'Add a photo' }));
    await save.click();
    await expect.poll(() => picture.count()).toBe(0);
    expect(sent).toEqual([{ profileImage: null }]);
  });

  test.each(['Cancel', 'Close'])('that is still being prepared is dropped by %s', async (name) => {
    const { page } = await openProfile({}, { viewport: DESKTOP });
    await page.evaluate(holdDecoding);
    await page.getByLabel('Profile picture').setInputFiles(await twoColoredPicture());
    const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
    await dialog.getByRole('button', { name: 'Use photo' }).click();
    await page.locator('html[data-is-decoded]').waitFor();
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate(() => dispatchEvent(new Event('prepare')));
    await nextFrame(page);
    expect(await page.getByRole('button', { name: 'Remove photo' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add a photo' }).waitFor();
  });

  test('is refused over 5 MB with the message of this form', async () => {
    const { page } = await openProfile();
    const sentence = 'File size exceeds 5MB. Please choose a smaller image.';
    await page.getByLabel('Profile picture').setInputFiles(fileOf(5 * 1024 * 1024 + 1));
    await expectToast(page, 'File too large', sentence, 'destructive');
    await page.getByRole('main').getByText(sentence).waitFor();
  });
});

describe('View as Visitor', () => {
  test('shows the saved card', async () => {
    const { page, screenName } = await openProfile({
      isVerified: true,
      phoneNumber: '+14155550188',
      handles: { venmo: '@mem-ber', cashapp: '$member' },
    });
    const opener = page.getByRole('button', { name: 'View as Visitor' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'View as Visitor' });
    // The card of the search.
    const card = dialog.getByRole('article', { name: screenName });
    await card.getByText('Verified').waitFor();
    await card.getByRole('button', { name: 'Pay with Venmo' }).waitFor();
    await card.getByText('@mem-ber').first().waitFor();
    await card.getByText('Cash App').first().waitFor();
    const call = card.getByRole('link', { name: `Call ${screenName}` });
    expect(await call.getAttribute('href')).toBe('tel:+14155550188');
    await expectAccessibleInEveryLook(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expectFocus(opener);
  });

  test('shows the username without a screen name, and no badge', async () => {
    const { page, person, field, save } = await openProfile();
    await field('Screen name (optional)').fill('');
    await save.click();
    await expectToast(page, 'Profile Updated', 'Your changes are saved.');
    await page.getByRole('button', { name: 'View as Visitor' }).click();
    const dialog = page.getByRole('dialog', { name: 'View as Visitor' });
    await dialog.getByRole('article', { name: person.username }).waitFor();
    await dialog.getByText('No payment platforms yet.').waitFor();
    expect(await dialog.getByText('Verified', { exact: true }).count()).toBe(0);
  });
});

describe('deleting the profile and downloading the data', () => {
  test('Cancel deletes nothing', async () => {
    const { page } = await openProfile();
    const opener = page.getByRole('button', { name: 'Delete Profile' });
    await opener.click();
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete your profile?',
    });
    await question
      .getByText(
        'This action cannot be undone. This will permanently delete your profile and all your payment connections.',
      )
      .waitFor();
    await expectAccessibleInEveryLook(page);
    await expectFocus(question.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await expectFocus(opener);
  });

  test('Delete removes the profile and opens the home page', async () => {
    const { page, person } = await openProfile({ handles: { venmo: '@goes-away' } });
    await page.getByRole('button', { name: 'Delete Profile' }).click();
    const letGo = await holdBack(page, `/api/user/${person.id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Deleting...' }).waitFor();
    letGo();
    await page.waitForURL((url) => url.pathname === '/');
    await expectToast(page, 'Account Deleted', 'Your profile and payment connections are gone.');
    const { rowCount } = await browser.pool.query('SELECT 1 FROM users WHERE id = $1', [person.id]);
    expect(rowCount).toBe(0);
    await page.goto('/profile');
    await page.waitForURL('**/auth');
  });

  test('the last admin sees why it is refused', async () => {
    await browser.pool.query('UPDATE users SET is_admin = false');
    const { page } = await openProfile({ isAdmin: true });
    await page.getByRole('button', { name: 'Delete Profile' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Deletion Failed', /admin/, 'destructive');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await browser.pool.query('UPDATE users SET is_admin = false');
    expectProblems(page, /409/);
  });

  test('the data is downloaded as a file', async () => {
    const { page, person } = await openProfile({ handles: { paypal: '@take-along' } });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('payfolk-my-data.json');
    const stream = await file.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const data = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    expect(data.user.email).toBe(person.email);
    expect(data.paymentAccounts).toMatchObject([{ platform: 'paypal', username: '@take-along' }]);
    await expectToast(page, 'Your data is ready', 'The file is in your downloads.');
  });

  test('the file is kept until the browser has read it', async () => {
    const { page } = await openProfile(
      {},
      {
        before: () => {
          const released: string[] = [];
          Object.assign(window, { released });
          URL.revokeObjectURL = (address) => void released.push(address);
        },
      },
    );
    await stopClock(page);
    let isDownloaded = false;
    page.on('download', () => {
      isDownloaded = true;
    });
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        return isDownloaded;
      })
      .toBe(true);
    const released = () => page.evaluate(() => Reflect.get(window, 'released').length);
    expect(await released()).toBe(0);
    await page.clock.runFor(31_000);
    expect(await released()).toBe(1);
  });

  test('on a phone the QR code comes first and deletion last', async () => {
    const { page } = await openProfile({ handles: { cashapp: '$member', venmo: '@mem-ber' } });
    await page.getByText('Order on your card').waitFor();
    const places = await page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .evaluateAll((headings) =>
        headings
          .map((heading) => ({ text: heading.textContent, y: heading.getBoundingClientRect().y }))
          .filter(({ y }) => y > 0)
          .sort((one, other) => one.y - other.y)
          .map(({ text }) => text),
      );
    expect(places[0]).toBe('Your QR code');
    expect(places.at(-1)).toBe('Delete your profile');
  });

  test('shows the own QR code', async () => {
    const { page, person } = await openProfile();
    await page.getByRole('button', { name: 'Show my QR code' }).click();
    await page.getByRole('img', { name: new RegExp(`/\\?search=${person.username}$`) }).waitFor();
    await expectAccessibleInEveryLook(page);
  });
});

test.each(WIDTHS)('is accessible on a %s', async (_, viewport) => {
  const longest = 'Maximiliane-Konstantina Alexandropoulos-Featherstonehaugh';
  const { page } = await openProfile(
    { name: longest, handles: { cashapp: '$member', venmo: '@mem-ber' } },
    { viewport },
  );
  await page.getByText('Order on your card').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('tab', { name: 'Cash App' }).click();
  await page.getByText('Visible to visitors').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const card = await page.getByRole('tabpanel').boundingBox();
  const input = await page.getByLabel('Cash App username').boundingBox();
  const right = (box: typeof card) => (box ? box.x + box.width : 0);
  expect(right(input)).toBeLessThanOrEqual(right(card) - 20);
});
