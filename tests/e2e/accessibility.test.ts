import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectAccessible } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { expectProblems } from '#tests/support/forms.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';
import { cardOf, fillDirectory } from '#tests/support/search-page.ts';
import {
  expectNoSidewaysScroll,
  keepToasts,
  toastOf,
  visit,
  WIDTHS,
} from '#tests/support/visitor.ts';

let browser: TestBrowser;
let member: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  await fillDirectory(browser);
  member = await registerPerson(browser, {
    name: 'Wide Spacing',
    isAdmin: true,
    handles: { paypal: 'wide@example.com', venmo: '@wide-spacing' },
  });
});
afterAll(() => browser.close());

/** Several screens and states in one visit each. */
describe.each(WIDTHS)('on a %s', (name, viewport) => {
  test('home, its tour and its toasts are accessible', async () => {
    const page = await visit(browser, '/', { viewport, isFirstVisit: true, before: keepToasts });
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
    await toastOf(page).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Their email address').fill('nonsense');
    await page.getByRole('button', { name: 'Email Link' }).click();
    await toastOf(page).getByText('Invalid Email').waitFor();
    await expectAccessible(page);
  });

  test('results and their dialogs are accessible', async () => {
    const page = await visit(browser, '/?search=maya', { viewport });
    const card = cardOf(page, 'Maya Okafor');
    await card.waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await expectAccessible(page);
    await closeDialog(page);
    await card.getByRole('button', { name: 'Add an amount' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('x');
    await dialog.getByRole('button', { name: /^Pay with/ }).click();
    await dialog.getByText(/^Enter the amount/).waitFor();
    await expectAccessible(page);
  });

  test('the empty result and the payment options are accessible', async () => {
    const page = await visit(browser, '/?search=zephyrine', { viewport });
    await page.getByRole('button', { name: 'View Payment Options' }).click();
    await expectAccessible(page);
  });

  test.each(['/features', '/desktop-redirect', '/nobody-lives-here'])('%s', async (path) => {
    const page = await visit(browser, path, { viewport });
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path === '/nobody-lives-here') expectProblems(page, /404/);
    await expectAccessible(page);
  });

  test('a member’s results, contacts and menu are accessible', async () => {
    const memberName = `Menu Opener ${name}`;
    const member = await registerPerson(browser, { name: memberName, isAdmin: true });
    const page = await visit(browser, '/', { viewport, as: member });
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
    await page.getByRole('searchbox').fill('buddy');
    await cardOf(page, 'Buddy from the gym').waitFor();
    await expectAccessible(page);
    if (name === 'phone') {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    } else {
      await page.getByRole('button', { name: /Account menu/ }).click();
      await page.getByRole('menu').waitFor();
    }
    await expectAccessible(page);
  });
});

/** The text spacing of WCAG 1.4.12. The policy refuses a style element. */
const spaceText = (page: VisitorPage) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = [sheet];
  });

test.each([
  ['/', 'Share Payfolk'],
  ['/?search=maya', '$mayaokafor'],
  ['/auth?tab=register', 'Create account'],
  ['/profile', 'Order on your card'],
  ['/payment-accounts', 'Your Cash App'],
  ['/admin', 'Bruno Reyes'],
])('%s does not scroll sideways at 320 px with wide text spacing', async (path, loaded) => {
  const as = path.startsWith('/auth') ? {} : { as: member };
  const page = await visit(browser, path, { viewport: { width: 320, height: 640 }, ...as });
  await page.getByText(loaded).first().waitFor();
  await spaceText(page);
  await expectNoSidewaysScroll(page);
});

async function closeDialog(page: VisitorPage): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
