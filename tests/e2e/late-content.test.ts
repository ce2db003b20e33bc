import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  openBrowser,
  PHONE,
  type TestBrowser,
  type VisitorPage,
} from '#tests/support/browser.ts';
import { expectProblems, holdBack } from '#tests/support/forms.ts';
import {
  apiOf,
  markReported,
  type RegisteredPerson,
  registerPerson,
} from '#tests/support/people.ts';
import { movedControls, recordPlaces } from '#tests/support/places.ts';
import { cardOf } from '#tests/support/search-page.ts';
import { nextFrame, type VisitOptions, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
  await registerPerson(browser, {
    name: 'Maya Fonts',
    handles: { cashapp: '$mayafonts', paypal: 'maya.fonts@example.com', venmo: '@maya-fonts' },
  });
});
afterAll(() => browser.close());

/** What comes late must not move what somebody is about to press. */
const expectNothingMoved = async (page: VisitorPage) => {
  await nextFrame(page);
  expect(await movedControls(page)).toEqual([]);
};

/** With the places recorded from the next address on. */
const start = (options: VisitOptions) =>
  visit(browser, '/terms', { ...options, before: recordPlaces });

const paidBefore = (page: VisitorPage, { id, name, username }: RegisteredPerson, handle: string) =>
  page.evaluate(
    (entry) => localStorage.setItem('paid-handles', JSON.stringify([null, entry])),
    [id, 'venmo', handle, 1, name, username],
  );

describe.each(WIDTHS)('on a %s', (width, viewport) => {
  test.each(['/', '/@maya.fonts'])('the fonts move nothing on %s', async (path) => {
    const page = await start({ viewport });
    const letGo = await holdBack(page, '/assets/*.woff2');
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('#root[inert], #page-note').first().waitFor({ state: 'detached' });
    await page.locator('footer').waitFor();
    const places = () =>
      page
        .locator(':is(main, footer) :is(a, button, input):visible')
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    const before = await places();
    letGo();
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    expect(await page.evaluate(() => document.fonts.check('16px "Gabarito"'))).toBe(true);
    const after = await places();
    expect(after).toHaveLength(before.length);
    // Single lines may sit a little higher or lower.
    for (const [index, top] of after.entries()) {
      expect(Math.abs(top - (before[index] ?? 0))).toBeLessThanOrEqual(5);
    }
  });

  test('a caution moves no pay button of a card', async () => {
    const name = `Tilda Strom ${width}`;
    const person = await registerPerson(browser, { name, handles: { venmo: '@tilda' } });
    await markReported(browser, person, 'venmo');
    const page = await start({ viewport });
    const letGo = await holdBack(page, '/assets/payer-*.js');
    const asked = page.waitForRequest('**/assets/payer-*.js');
    await page.goto(`/?search=${encodeURIComponent(name)}`);
    await asked;
    letGo();
    await cardOf(page, name).getByText('Several people reported this profile.').waitFor();
    await expectNothingMoved(page);
  });

  test('a payment name that was paid before moves no pay link of a page', async () => {
    const person = await registerPerson(browser, {
      name: `Oona Late ${width}`,
      handles: { venmo: '@oona-new', cashapp: '$oona' },
    });
    const page = await start({ viewport });
    await paidBefore(page, person, '@oona-old');
    const letGo = await holdBack(page, '/assets/*.js');
    await page.goto(`/@${person.username}`, { waitUntil: 'commit' });
    await page.locator('footer').waitFor();
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    letGo();
    await page.getByText('You paid @oona-old last time. This is @oona-new.').waitFor();
    await expectNothingMoved(page);
    expect(await page.getByRole('link', { name: /^Pay with/ }).count()).toBe(2);
  });

  test('the panel that is left after paying is as high before its code is there', async () => {
    const name = `Rosa Late ${width}`;
    await registerPerson(browser, { name, handles: { venmo: '@rosa-late' } });
    const page = await start({ viewport });
    const letGo = await holdBack(page, '/assets/hand-off-panel-*.js');
    await page.goto(`/?search=${encodeURIComponent(name)}`);
    await page.evaluate(() => {
      window.open = () => window;
    });
    const card = cardOf(page, name);
    await card.getByRole('button', { name: 'Pay with Venmo' }).click();
    const copy = card.getByRole('button', { name: 'Copy username' });
    const topOf = () => copy.evaluate((node) => node.getBoundingClientRect().top + scrollY);
    await nextFrame(page);
    const top = await topOf();
    letGo();
    await card.getByRole('region', { name: 'Opened' }).waitFor();
    expect(await topOf()).toBe(top);
  });

  test('the results push nothing out from under a finger', async () => {
    const page = await start({ viewport });
    const letGo = await holdBack(page, '/api/users/search*');
    await page.goto('/?search=nobody-has-this-name');
    await page.getByText('Searching...').waitFor();
    letGo();
    await page.getByText('No users found').waitFor();
    await expectNothingMoved(page);
  });

  test('the button that saves a person moves nothing on a card', async () => {
    const name = `Saved ${width}`;
    const member = await registerPerson(browser, { name: `Saver ${width}` });
    await registerPerson(browser, { name, handles: { venmo: '@saved' } });
    const page = await start({ viewport, as: member });
    const letGo = await holdBack(page, '/assets/save-button-*.js');
    await page.goto(`/?search=${encodeURIComponent(name)}`);
    await cardOf(page, name).waitFor();
    letGo();
    await page.getByRole('button', { name: `Save ${name}` }).waitFor();
    await expectNothingMoved(page);
  });
});

describe('an area of My Account shows with all that it shows', () => {
  let member: RegisteredPerson;
  beforeAll(async () => {
    member = await registerPerson(browser, {
      name: 'Whole Area',
      handles: { cashapp: '$whole', venmo: '@whole' },
    });
    const send = await apiOf(browser, member);
    await send('PUT', '/api/payment-accounts/order', { platforms: ['venmo', 'cashapp'] });
    await browser.pool.query(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, name)
       VALUES ($1, 'a', 'a', 0, 'Phone')`,
      [member.id],
    );
  });

  test.each([
    ['/profile?tab=venmo', '/api/payment-accounts', 'Save Venmo', 'Move Venmo down'],
    ['/profile/visibility', '/api/payment-accounts', 'My page', 'My page'],
    ['/profile/security', '/api/passkeys', 'Add a passkey', 'Remove Phone'],
  ])('%s, whatever is late', async (path, late, control, last) => {
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await start({ viewport, as: member });
      const letGo = await holdBack(page, late);
      await page.goto(path);
      await page.getByRole('heading', { name: 'My Account' }).waitFor();
      await nextFrame(page);
      letGo();
      await page.getByText(last).or(page.getByLabel(last)).last().waitFor();
      await page.getByText(control).last().waitFor();
      await expectNothingMoved(page);
    }
  });

  test('where something fails to load, the rest is there', async () => {
    const page = await start({ as: member });
    await page.route('**/api/sessions', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/profile/security');
    await page.getByText('Failed to fetch your devices.').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
    expectProblems(page, /500/);
  });
});

test('the number of waiting reviews does not move the tabs of an admin', async () => {
  const admin = await registerPerson(browser, { name: 'Late Admin', isAdmin: true });
  await browser.pool.query(`INSERT INTO reviews (kind, user_id) VALUES ('verification', $1)`, [
    admin.id,
  ]);
  const page = await start({ viewport: DESKTOP, as: admin });
  const letGo = await holdBack(page, '/api/admin/reviews/counts');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  const users = page.waitForResponse('**/api/admin/users*');
  await page.goto('/admin');
  await (await users).finished();
  await nextFrame(page);
  expect(await page.getByRole('tab').count()).toBe(0);
  letGo();
  await page.getByRole('tab', { name: 'Review 1 waiting' }).waitFor();
  expect(sent.filter((path) => path.startsWith('/api/admin/')).sort()).toEqual([
    '/api/admin/reviews/counts',
    '/api/admin/stats',
    '/api/admin/users',
  ]);
});

test('the history of a member moves nothing that an admin presses', async () => {
  const admin = await registerPerson(browser, { name: 'History Admin', isAdmin: true });
  const name = 'Much History';
  const member = await registerPerson(browser, { name });
  const send = await apiOf(browser, member);
  for (const username of ['a', 'b', 'c', 'd']) {
    await send('POST', '/api/payment-accounts', {
      platform: 'venmo',
      username: `@late-${username}`,
    });
  }
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await start({ viewport, as: admin });
    const letGo = await holdBack(page, '/api/admin/audit*');
    await page.goto('/admin');
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByText('Loading...').waitFor();
    await dialog.evaluate((node) =>
      Promise.all(node.getAnimations().map(({ finished }) => finished)),
    );
    const topOf = () =>
      dialog
        .getByRole('button', { name: 'Verify' })
        .evaluate((node) => node.getBoundingClientRect().top);
    const top = await topOf();
    letGo();
    await dialog.getByText('@late-d').first().waitFor();
    await dialog.getByText('Loading...').waitFor({ state: 'detached' });
    expect(await topOf()).toBe(top);
  }
});

test('a request without a response hides the rest for 5 seconds only', async () => {
  const member = await registerPerson(browser, { name: 'Hanging Request' });
  const page = await start({ as: member });
  await page.clock.install();
  await holdBack(page, '/api/sessions');
  const asked = page.waitForRequest('**/api/sessions');
  await page.goto('/profile/security');
  await asked;
  await page.getByText('Loading...').first().waitFor();
  const passkeys = page.getByRole('button', { name: 'Add a passkey' });
  expect(await passkeys.isVisible()).toBe(false);
  await page.clock.runFor(5_000);
  await passkeys.waitFor();
});

test('My Contacts shows people who were saved and added at once', async () => {
  const member = await registerPerson(browser, { name: 'Both Lists' });
  const saved = await registerPerson(browser, { name: 'Late Saved', handles: { venmo: '@ls' } });
  const send = await apiOf(browser, member);
  await send('PUT', `/api/saved-people/${saved.username}`, {});
  await send('POST', '/api/add-person', {
    name: 'Added Person',
    screenName: 'Added Person',
    paymentPlatform: 'cashapp',
    paymentUsername: 'added',
  });
  const page = await start({ as: member });
  const letGo = await holdBack(page, '/api/saved-people');
  const added = page.waitForResponse('**/api/contacts*');
  await page.goto('/contacts');
  await (await added).finished();
  await nextFrame(page);
  letGo();
  await cardOf(page, 'Late Saved').waitFor();
  await cardOf(page, 'Added Person').waitFor();
  await expectNothingMoved(page);
});
