import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectProblems, tickUntil } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import { isHydrated, requestsTo, visit } from '#tests/support/visitor.ts';

const NOON = new Date('2026-03-01T12:00:00');

let browser: TestBrowser;
let person: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  person = await registerPerson(browser, { name: 'Sta Tus', handles: { venmo: '@sta-tus' } });
});
afterAll(() => browser.close());

const badge = (page: VisitorPage) => page.getByRole('banner').getByRole('status').textContent();

/** Records the events about the server's status. */
function recordStatus() {
  const events: unknown[] = [];
  Object.assign(window, { statusEvents: events });
  window.addEventListener('server-status', (event) => events.push(Reflect.get(event, 'detail')));
}

const events = (page: VisitorPage) =>
  page.evaluate(
    () => Reflect.get(window, 'statusEvents') as { success: boolean; message: string }[],
  );

/** Moves the clock in steps, because responses come over a real network. */
async function runSeconds(page: VisitorPage, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await page.clock.runFor(1_000);
}

test('shows pending, then online with the time of the last ping', async () => {
  const page = await visit(browser, '/', { pausedAt: NOON, before: recordStatus });
  const pings = requestsTo(page, '/api/keep-alive');
  expect(await badge(page)).toBe('Pending');
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.clock.runFor(500);
  await sheet.getByText('Server connection pending').waitFor();
  await sheet.getByText('Last ping Never').waitFor();
  await page.keyboard.press('Escape');
  await page.clock.runFor(3_500);
  expect(pings).toEqual([]);
  await page.clock.runFor(1_500);
  await expect.poll(() => badge(page)).toBe('Online');
  expect(pings[0]).toMatch(/^GET \/api\/keep-alive\?_t=\d+$/);
  expect(await events(page)).toEqual([
    { success: true, lastContact: '12:00:05', message: 'Server is alive' },
  ]);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.clock.runFor(500);
  await sheet.getByText('Server Online').waitFor();
  await sheet.getByText('Last ping 12:00:05').waitFor();
});

test('shows offline after a failure, and pings at once when the browser is online again', async () => {
  const page = await visit(browser, '/', { pausedAt: NOON, before: recordStatus });
  await page.route('**/api/keep-alive?**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.clock.runFor(5_500);
  await expect.poll(() => badge(page)).toBe('Offline');
  expect((await events(page))[0]).toMatchObject({
    success: false,
    message: 'Failed to contact server (Attempt 1)',
  });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.clock.runFor(500);
  await page.getByRole('dialog').getByText('Server Offline').waitFor();
  await page
    .getByRole('dialog')
    .getByText(/^Last attempt 12:00:0\d$/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.unroute('**/api/keep-alive?**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => badge(page)).toBe('Online');
  expectProblems(page, /500/);
});

test('pings at once when the page becomes visible', async () => {
  const page = await visit(browser, '/', { pausedAt: NOON });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => badge(page)).toBe('Online');
});

test('reloads to / 60 s after three failures', async () => {
  const page = await visit(browser, '/features', { pausedAt: NOON });
  await page.route('**/api/keep-alive?**', (route) => route.fulfill({ status: 503, body: '' }));
  // Three failures at 5, 35 and 65 s, then the minute of recovery.
  await runSeconds(page, 66);
  expect(new URL(page.url()).pathname).toBe('/features');
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return page.url();
    })
    .toMatch(/\/\?_t=\d+$/);
  expectProblems(page, /503/);
});

interface Typing {
  path: () => string;
  type: (page: VisitorPage) => Promise<void>;
  typed: (page: VisitorPage) => Promise<string>;
}
const fill = (label: string, text: string): Omit<Typing, 'path'> => ({
  type: (page) => page.getByLabel(label).fill(text),
  typed: (page) => page.getByLabel(label).inputValue(),
});
const ofPage = () => `/@${person.username}`;
const report = fill('What happened?', 'Not their account');

test.each<[string, Typing]>([
  ['an invitation', { path: () => '/', ...fill('Their email address', 'half a mail addr') }],
  ['an amount on a page', { path: ofPage, ...fill('Amount', '12.5') }],
  [
    'a report',
    {
      path: ofPage,
      ...report,
      async type(page) {
        await expect
          .poll(async () => {
            await page.clock.runFor(1);
            return isHydrated(page);
          })
          .toBe(true);
        await page.getByRole('link', { name: 'Report' }).click();
        await tickUntil(page, page.getByLabel('What happened?'));
        await report.type(page);
      },
    },
  ],
])('does not reload while %s is typed', async (_, { path, type, typed }) => {
  const page = await visit(browser, path(), { pausedAt: NOON, before: recordStatus });
  await page.route('**/api/keep-alive?**', (route) => route.fulfill({ status: 503, body: '' }));
  await type(page);
  const before = [page.url(), await typed(page)];
  // Recovery starts with the third failure and would reload after 60 s.
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return (await events(page)).length;
    })
    .toBeGreaterThanOrEqual(3);
  const failures = (await events(page)).length;
  await runSeconds(page, 75);
  await expect.poll(async () => (await events(page)).length).toBeGreaterThan(failures);
  expectProblems(page, /503/);
  expect([page.url(), await typed(page)]).toEqual(before);
});

test('unregisters old service workers at start, and counts script errors', async () => {
  const page = await visit(browser, '/', {
    before: () => {
      localStorage.setItem('startup-failures', '7');
      const worker = {
        unregister: () => {
          Object.assign(window, { isUnregistered: true });
          return Promise.resolve(true);
        },
      };
      navigator.serviceWorker.getRegistrations = () =>
        Promise.resolve([worker as unknown as ServiceWorkerRegistration]);
    },
  });
  const failures = () => page.evaluate(() => localStorage.getItem('startup-failures'));
  await expect.poll(failures).toBe('0');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isUnregistered'))).toBe(true);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('on purpose');
    });
    void Promise.reject(new Error('on purpose, too'));
  });
  await expect.poll(failures).toBe('2');
  expectProblems(page, /on purpose/);
});
