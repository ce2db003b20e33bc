import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import { cardOf, fillDirectory, namesShown, searchFor } from '#tests/support/search-page.ts';
import {
  clipboardOf,
  expectNoSidewaysScroll,
  expectToast,
  linesOf,
  nextFrame,
  requestsTo,
  toastOf,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
  await fillDirectory(browser);
});
afterAll(() => browser.close());

const SEARCH = '/api/users/search';
const heading = (page: VisitorPage, name: string) => page.getByRole('heading', { name });
const filter = (page: VisitorPage, name: string) =>
  page
    .getByRole('group', { name: 'Filter by platform' })
    .getByRole('button', { name, exact: true });

describe.each(WIDTHS)('searching on a %s', (_name, viewport) => {
  test('finds people while typing and shows what they accept', async () => {
    const page = await visit(browser, '/', { viewport });
    await searchFor(page, 'okafor');
    await heading(page, '1 result for “okafor”').waitFor();
    const card = cardOf(page, 'Maya Okafor');
    await card.getByText('$mayaokafor').waitFor();
    await card.getByText('Verified').waitFor();
    const chips = card.getByRole('list', { name: 'Accepts' }).getByRole('button');
    expect(await chips.allTextContents()).toEqual(
      [
        'Cash App, $mayaokafor',
        'PayPal, @mayaokafor',
        'Venmo, @maya-o',
        'Apple Pay, maya@example.com',
      ].map((words) => `Pay Maya Okafor with ${words}`),
    );
    await page.getByText('You pay in their app. Check the name before you send.').waitFor();
    expect(new URL(page.url()).search).toBe('?search=okafor');
    await expectNoSidewaysScroll(page);
  });

  test('shows when nobody was found, and offers the four platforms', async () => {
    const page = await visit(browser, '/?search=zephyrine', { viewport });
    await heading(page, 'No users found for "zephyrine"').waitFor();
    await page
      .getByText(
        "We couldn't find anyone matching your search. Try a different name or username, or view payment options below.",
      )
      .waitFor();
    const note = page.getByText(
      'Click any platform to see existing users. You can also register your own payment details soon.',
    );
    expect(await note.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'View Payment Options' }).click();
    await note.waitFor();
    const cards = page.getByRole('main').getByRole('listitem').getByRole('button');
    expect((await cards.allInnerTexts()).map((text) => text.split('\n'))).toEqual([
      ['Cash App', 'Instant transfers', 'Lower fees'],
      ['PayPal', 'Widespread acceptance', 'Buyer protection'],
      ['Apple Pay', 'Highest security', 'No sender fees'],
      ['Venmo', 'Social payments', 'Quick transfers'],
    ]);
    await cards.filter({ hasText: 'Venmo' }).click();
    await heading(page, '2 results on Venmo').waitFor();
    expect(new URL(page.url()).search).toBe('?platform=venmo');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(await filter(page, 'Venmo').getAttribute('aria-pressed')).toBe('true');
    await expectFocus(page.locator('main'));
  });
});

test('nobody found: they can be invited by a share dialog, or added privately', async () => {
  const page = await visit(browser, '/?search=zephyrine', {
    before: () => {
      Object.assign(navigator, {
        share: (data: ShareData) => {
          Object.assign(window, { shared: data });
          return Promise.resolve();
        },
      });
    },
  });
  await page.getByRole('button', { name: 'Invite them' }).click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual({ title: 'Payfolk', text: 'The easiest way to pay and get paid', url: browser.url });
  const add = page.getByRole('link', { name: 'Add privately' });
  expect(await add.getAttribute('href')).toBe('/add-person');
});

test('an invitation that cannot be shared offers to copy the link', async () => {
  const page = await visit(browser, '/?search=zephyrine', {
    before: () => {
      Object.assign(navigator, { share: () => Promise.reject(new Error('no apps')) });
    },
  });
  await page.getByRole('button', { name: 'Invite them' }).click();
  await toastOf(page).getByText('Copy Link').click();
  await expectToast(page, 'Link Copied', /./);
  expect(await clipboardOf(page)).toBe(browser.url);
});

describe('the address bar', () => {
  test('a filter without a query lists all people on that platform; All lists all people', async () => {
    const page = await visit(browser, '/');
    const requests = requestsTo(page, SEARCH);
    await filter(page, 'Apple Pay').click();
    await heading(page, '2 results on Apple Pay').waitFor();
    await filter(page, 'All').click();
    await heading(page, '4 results').waitFor();
    expect(new URL(page.url()).search).toBe('?platform=all');
    expect(requests).toEqual([`GET ${SEARCH}?platform=applepay`, `GET ${SEARCH}?platform=all`]);
  });

  test('keeps the search on reload, back and forward', async () => {
    const page = await visit(browser, '/');
    await searchFor(page, 'maya');
    await heading(page, '2 results for “maya”').waitFor();
    await filter(page, 'PayPal').click();
    await heading(page, '1 result for “maya” on PayPal').waitFor();
    await page.reload();
    await heading(page, '1 result for “maya” on PayPal').waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('maya');
    await page.goBack();
    await heading(page, '2 results for “maya”').waitFor();
    expect(await filter(page, 'All').getAttribute('aria-pressed')).toBe('true');
    await page.goBack();
    await heading(page, 'Who are you paying?').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.goForward();
    await heading(page, '2 results for “maya”').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('maya');
  });

  test('leaves what looks like an escape as it was typed', async () => {
    const page = await visit(browser, '/');
    const box = page.getByRole('searchbox');
    const asked = page.waitForRequest((request) => request.url().includes('/api/users/search'));
    await box.fill('100%cacao');
    expect(new URL((await asked).url()).searchParams.get('query')).toBe('100%cacao');
    await page.waitForURL('/?search=100%25cacao');
    await nextFrame(page);
    expect(await box.inputValue()).toBe('100%cacao');
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe('100%cacao');
  });

  test('the clear button empties the field, keeps the focus and ends the search', async () => {
    const page = await visit(browser, '/?search=maya');
    await heading(page, '2 results for “maya”').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await heading(page, 'Who are you paying?').waitFor();
    expect(new URL(page.url()).search).toBe('');
    const box = page.getByRole('searchbox');
    expect(await box.inputValue()).toBe('');
    await expectFocus(box);
    expect(await page.getByRole('button', { name: 'Clear search' }).count()).toBe(0);
  });

  test('a platform without people shows the empty state', async () => {
    const page = await visit(browser, '/');
    await page.route(`**${SEARCH}?platform=venmo`, (route) => route.fulfill({ json: [] }));
    // The same heading is there before: only after other results does it prove anything.
    await filter(page, 'Apple Pay').click();
    await heading(page, '2 results on Apple Pay').waitFor();
    await filter(page, 'Venmo').click();
    await heading(page, 'Who are you paying?').waitFor();
    expect(await filter(page, 'Venmo').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('responses', () => {
  test('a spinner shows until the first one', async () => {
    const page = await visit(browser, '/');
    const release = await holdBack(page, `${SEARCH}?**`);
    await searchFor(page, 'maya');
    await page.getByText('Searching...').waitFor();
    release();
    await heading(page, '2 results for “maya”').waitFor();
    expect(await page.getByText('Searching...').count()).toBe(0);
  });

  test('an older one never replaces a newer one, and the list does not flicker', async () => {
    const page = await visit(browser, '/?search=maya');
    await heading(page, '2 results for “maya”').waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The older request is answered last, with people who must not show.
    await page.route(`**${SEARCH}?query=mayan`, async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await page.evaluate(() => {
      const counts: number[] = [];
      Object.assign(window, { counts });
      const look = () => counts.push(document.querySelectorAll('article').length);
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    const asked = page.waitForRequest(`**${SEARCH}?query=mayan`);
    await searchFor(page, 'mayan');
    const older = await asked;
    const isOlder = (request: unknown) => request === older;
    // The page may also have canceled it.
    const settled = Promise.any([
      page.waitForEvent('requestfinished', isOlder),
      page.waitForEvent('requestfailed', isOlder),
    ]);
    await searchFor(page, 'bruno');
    await heading(page, '1 result for “bruno”').waitFor();
    release();
    await settled;
    expect(await namesShown(page)).toEqual(['Bruno Reyes']);
    const counts = await page.evaluate(() => Reflect.get(window, 'counts') as number[]);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test.each([
    ['a failure', { status: 500, json: { error: 'Broken' } }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['no list', { status: 200, json: { people: [] } }],
  ])('%s empties the list', async (_name, answer) => {
    const page = await visit(browser, '/');
    await page.route(`**${SEARCH}?**`, (route) => route.fulfill(answer));
    await searchFor(page, 'maya');
    await heading(page, 'No users found for "maya"').waitFor();
    expectProblems(page, /500/);
  });

  test('an unreachable server empties the list', async () => {
    const page = await visit(browser, '/');
    await page.route(`**${SEARCH}?**`, (route) => route.abort());
    await searchFor(page, 'maya');
    await heading(page, 'No users found for "maya"').waitFor();
    expectProblems(page, /ERR_FAILED/, /Failed to fetch/);
  });

  test('Show more fetches the next page until there is none', async () => {
    const people = Array.from({ length: 23 }, (_, index) => `Crowd Member ${index + 1}`);
    for (const name of people) {
      await registerPerson(browser, { name, handles: { venmo: '@crowdmember' } });
    }
    const page = await visit(browser, '/?search=crowd');
    await heading(page, '20+ results for “crowd”').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await heading(page, '23 results for “crowd”').waitFor();
    expect(new Set(await namesShown(page)).size).toBe(23);
    await expectFocus(page.getByRole('article').nth(20));
    await expect.poll(() => page.locator('p[aria-live="polite"]').textContent()).toBe('23 results');
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });
});

describe('cards', () => {
  test('the display name falls back to the username and then to User', async () => {
    const page = await visit(browser, '/');
    const person = {
      name: 'Hidden Name',
      screenName: null,
      profileImage: null,
      phoneNumber: null,
      websiteUrl: null,
      isVerified: false,
      isContact: false,
      contactOwner: false,
      platforms: [],
      paypalUsername: null,
      cashappUsername: null,
      applepayUsername: null,
      venmoUsername: null,
    };
    await page.route(`**${SEARCH}?**`, (route) =>
      route.fulfill({
        json: [
          { ...person, id: 1, username: 'quiet.one' },
          { ...person, id: 2, username: null },
        ],
      }),
    );
    await searchFor(page, 'x');
    await heading(page, '2 results').waitFor();
    expect(await namesShown(page)).toEqual(['quiet.one', 'User']);
    const card = cardOf(page, 'quiet.one');
    expect(await card.locator('[aria-hidden="true"]').first().textContent()).toBe('Q');
    await card.getByText('No payment platforms yet.').waitFor();
  });

  test('a handle breaks after its signs, not inside a word', async () => {
    await registerPerson(browser, {
      name: 'Signs Break',
      handles: { paypal: 'first_name.of-the_featherstone@example-mailbox.com' },
    });
    const page = await visit(browser, '/?search=signs.break');
    const handle = page.locator('article').getByText('example-mailbox.com').first();
    const lines = await linesOf(handle);
    expect(lines.join('')).toBe('first_name.of-the_featherstone@example-mailbox.com');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/[@._-]$/);
  });

  test.each([320, 390])(
    'a name without spaces breaks between its words, at %i px',
    async (width) => {
      const name = `TheCornerShopInTheLongestStreet${width}`;
      await registerPerson(browser, { name });
      const page = await visit(browser, `/?search=${name}`, { viewport: { width, height: 844 } });
      const lines = await linesOf(
        page.locator('article').getByRole('heading', { name, exact: true }),
      );
      expect(lines.join('')).toBe(name);
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) expect(line).toMatch(/^[A-Z]/);
      await expectNoSidewaysScroll(page);
    },
  );

  test('a long word that fits a line of the card stays whole', async () => {
    const name = 'Featherstonehaughsons';
    await registerPerson(browser, { name });
    const page = await visit(browser, `/?search=${name}`);
    const heading = page.locator('article').getByRole('heading', { name });
    expect(await linesOf(heading)).toEqual([name]);
  });

  test('the verified badge has the color of PayPal, or else of Cash App', async () => {
    const page = await visit(browser, '/?search=maya', { colorScheme: 'light' });
    const color = (name: string) =>
      cardOf(page, name)
        .getByText('Verified')
        .evaluate((badge) => getComputedStyle(badge).color);
    await heading(page, '2 results').waitFor();
    expect(await color('Maya Okafor')).toBe('rgb(0, 41, 145)');
    expect(await color('Mayank Patel')).toBe('rgb(0, 98, 42)');
    expect(
      await cardOf(page, 'Mayank Patel').locator('[aria-hidden="true"]').first().textContent(),
    ).toBe('MP');
  });

  test("a member's contact is blue, says whose it is, and has no QR code", async () => {
    const owner = await registerPerson(browser, { name: 'Contact Owner' });
    const page = await visit(browser, '/', { colorScheme: 'light', as: owner });
    await page.evaluate(() =>
      fetch('/api/add-person', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Gym Buddy',
          screenName: 'Buddy from the gym',
          paymentPlatform: 'venmo',
          paymentUsername: '@gym-buddy',
        }),
      }),
    );
    await searchFor(page, 'buddy');
    const card = cardOf(page, 'Buddy from the gym');
    await card.getByText('Contact', { exact: true }).waitFor();
    await card.getByText('Your contact • Added by you').waitFor();
    await card.getByText('From your contacts').waitFor();
    expect(await card.getByRole('button', { name: 'QR code' }).count()).toBe(0);
    expect(await card.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(238, 245, 255)',
    );
    const stranger = await visit(browser, '/?search=buddy');
    await heading(stranger, 'No users found for "buddy"').waitFor();
  });

  test('the first tip can be closed once or permanently', async () => {
    const page = await visit(browser, '/', { isFirstVisit: true });
    const tour = page.getByRole('dialog');
    await tour.getByRole('button', { name: 'Skip' }).click();
    await tour.waitFor({ state: 'detached' });
    await searchFor(page, 'maya');
    const tip = page.getByRole('complementary', { name: 'Tip' });
    await tip.getByRole('button', { name: 'Close tip' }).click();
    await tip.waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('article').first());
    expect(await page.evaluate(() => localStorage.getItem('walkthroughCompleted'))).toBeNull();
    await page.goto('/');
    await searchFor(page, 'maya');
    await tip.getByRole('button', { name: 'Got it' }).click();
    await tip.waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('article').first());
    expect(await page.evaluate(() => localStorage.getItem('walkthroughCompleted'))).toBe('true');
  });

  test('a visit by a link to a person has neither tour nor tip', async () => {
    const page = await visit(browser, '/?search=maya', { isFirstVisit: true });
    await cardOf(page, 'Maya Okafor').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('complementary', { name: 'Tip' }).count()).toBe(0);
    // The next visit is a first one.
    await page.goto('/');
    await page.getByRole('dialog', { name: 'Welcome to Payfolk!' }).waitFor();
  });
});
