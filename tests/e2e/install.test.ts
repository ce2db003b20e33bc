import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { expectProblems, holdBack } from '#tests/support/forms.ts';
import { expectToast, toastOf, visit } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile', 'your iPhone or iPad'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile', 'your Android phone'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'your computer'],
])('without a native prompt a guide opens: %s', async (userAgent, device) => {
  const page = await visit(browser, '/', { userAgent });
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Download App' }).click();
  const guide = await opened;
  await guide.getByRole('heading', { name: new RegExp(device) }).waitFor();
  expect(guide.url()).toMatch(/^blob:/);
  expect(await guide.getByRole('listitem').count()).toBe(4);
  // The linked sheet obeys the policy that the guide inherits: the numbers are marigold arches.
  await expect
    .poll(() =>
      guide
        .getByRole('listitem')
        .first()
        .evaluate((item) => getComputedStyle(item, '::before').backgroundColor),
    )
    .toBe('rgb(255, 200, 61)');
  await expectToast(page, 'Installation Guide', 'The steps for your device are in the new tab.');
});

test('the guide’s URL is revoked after 30 s, and its toast stays for 6 s', async () => {
  const page = await visit(browser, '/', {
    pausedAt: new Date('2026-03-01T12:00:00'),
    before: () => {
      const released: string[] = [];
      const opened: string[] = [];
      Object.assign(window, { released, opened });
      URL.revokeObjectURL = (address) => void released.push(address);
      const replace = (address: string) => void opened.push(address);
      window.open = () => ({ location: { replace } }) as unknown as Window;
    },
  });
  const list = (name: string) => page.evaluate((key) => Reflect.get(window, key) as string[], name);
  await page.getByRole('button', { name: 'Download App' }).click();
  await expectToast(page, 'Installation Guide', /./);
  const [address] = await list('opened');
  expect(address).toMatch(/^blob:/);
  await page.clock.runFor(5_990);
  expect(await toastOf(page).count()).toBe(1);
  await page.clock.runFor(20);
  await toastOf(page).waitFor({ state: 'detached' });
  await page.clock.runFor(23_980);
  expect(await list('released')).toEqual([]);
  await page.clock.runFor(20);
  expect(await list('released')).toEqual([address]);
});

test('the native prompt is used where the browser offers one, once', async () => {
  const page = await visit(browser, '/');
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = () => {
      Object.assign(window, { prompted: Number(Reflect.get(window, 'prompted') ?? 0) + 1 });
      return Promise.resolve({ outcome: 'accepted' });
    };
    window.dispatchEvent(Object.assign(event, { prompt }));
    Object.assign(window, { wasCaptured: event.defaultPrevented });
  });
  expect(await page.evaluate(() => Reflect.get(window, 'wasCaptured'))).toBe(true);
  await page.getByRole('button', { name: 'Download App' }).click();
  await expectToast(page, 'Installing Payfolk', /./);
  expect(await page.evaluate(() => Reflect.get(window, 'prompted'))).toBe(1);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Download App' }).click();
  await opened;
  expect(await page.evaluate(() => Reflect.get(window, 'prompted'))).toBe(1);
});

test('the tab opens with the press, before the guide has loaded', async () => {
  const page = await visit(browser, '/');
  const letGo = await holdBack(page, '/assets/install-app-*.js');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Download App' }).click();
  const guide = await opened;
  letGo();
  await guide.getByRole('heading', { name: /^(Add|Install) Payfolk/ }).waitFor();
});

test('a guide that fails to load closes its tab and can be tried again', async () => {
  const page = await visit(browser, '/');
  await page.route('**/assets/install-app-*.js', (route) => route.abort());
  const closed = page
    .context()
    .waitForEvent('page')
    .then((tab) => tab.waitForEvent('close'));
  await page.getByRole('button', { name: 'Download App' }).click();
  const error = page.getByRole('alert').filter({ hasText: 'This did not load' });
  await error.waitFor();
  await closed;
  await page.unroute('**/assets/install-app-*.js');
  const opened = page.context().waitForEvent('page');
  await error.getByRole('button', { name: 'Try again' }).click();
  await (await opened).getByRole('heading', { name: /^(Add|Install) Payfolk/ }).waitFor();
  expect(await error.count()).toBe(0);
  expectProblems(page, /ERR_FAILED/);
});

test('shows an error when the guide cannot be opened', async () => {
  const page = await visit(browser, '/', {
    before: () => {
      window.open = () => null;
    },
  });
  await page.getByRole('button', { name: 'Download App' }).click();
  await expectToast(
    page,
    'Installation Failed',
    'There was a problem creating the installation guide. Please try again.',
    'destructive',
  );
});

test('the manifest and its icons are served', async () => {
  const manifest = await (await fetch(`${browser.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: 'Payfolk', display: 'standalone', start_url: '/' });
  for (const { src, type } of manifest.icons as { src: string; type: string }[]) {
    const icon = await fetch(browser.url + src);
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type]);
  }
  for (const file of ['/favicon.svg', '/apple-touch-icon.png', '/og.png', '/robots.txt']) {
    expect((await fetch(browser.url + file)).status).toBe(200);
  }
});
