import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { expectFieldError, expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { waitForMail } from '#tests/support/outbox.ts';
import { registerPerson } from '#tests/support/people.ts';
import { expectNoSidewaysScroll, linesOf, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const HANDLE_PROOF = '/assets/handle-proof-*.js';

describe('a handle that is an email address', () => {
  test.each(WIDTHS)('is proven with the mailed code, on a %s', async (width, viewport) => {
    const email = `pay-${width}@example.org`;
    const person = await registerPerson(browser, {
      name: 'Ada Proof',
      screenName: `Ada ${width}`,
      handles: { paypal: email },
    });
    const page = await visit(browser, '/profile?tab=paypal', { as: person, viewport });
    const proof = page.getByRole('region', { name: 'Proof of your PayPal name' });
    await proof.getByRole('button', { name: 'Send code' }).click();
    await proof.getByText(`We sent a code to ${email}.`).waitFor();
    const { text } = await waitForMail(browser, email, 'Your code');
    const code = /^Code: (\d{6})$/m.exec(text)?.[1] ?? '';
    const field = proof.getByLabel('Code');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expectProblems(page, /400/);
    await field.fill(code === '000000' ? '000001' : '000000');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expectFieldError(field, 'That code is incorrect. Please check the email and try again.');
    await field.fill(code);
    await field.press('Enter');
    await proof.getByText('Email confirmed', { exact: true }).waitFor();
    expect(await proof.getByRole('button').count()).toBe(0);
    await expectFocus(proof);
    await expectAccessible(page);
  });
});

test.each([320, 390])('a long email address breaks after its signs, at %i px', async (width) => {
  const email = `the.featherstonehaughs@letters.alexandropoulos${width}.example`;
  const person = await registerPerson(browser, {
    name: 'Long Proof',
    screenName: `Long ${width}`,
    handles: { paypal: email },
  });
  const viewport = { width, height: 844 };
  const page = await visit(browser, '/profile?tab=paypal', { as: person, viewport });
  const proof = page.getByRole('region', { name: 'Proof of your PayPal name' });
  const expectWholeWords = async (sentence: string) => {
    const lines = await linesOf(proof.getByText(sentence));
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/(?:[ @.]|example)$/);
  };
  await expectWholeWords(`Show payers that ${email} is yours.`);
  await proof.getByRole('button', { name: 'Send code' }).click();
  await expectWholeWords(`We sent a code to ${email}.`);
  await expectNoSidewaysScroll(page);
});

describe('a handle that a website can prove', () => {
  test.each(WIDTHS)(
    'shows which links it needs, and what a check found, on a %s',
    async (width, viewport) => {
      const person = await registerPerson(browser, {
        name: 'Web Proof',
        screenName: `Web ${width}`,
        websiteUrl: 'http://www.webproof.example/me/',
        handles: { cashapp: '$webproof' },
      });
      const page = await visit(browser, '/profile?tab=cashapp', { as: person, viewport });
      const proof = page.getByRole('region', { name: 'Proof of your Cash App name' });
      await proof.getByText('Put these two links on webproof.example/me.').waitFor();
      const code = (await proof.locator('code').textContent()) ?? '';
      expect(code).toContain(`/@${person.username}">Payfolk</a>`);
      expect(code).toMatch(/^<a rel="me" href="http/);
      expect(code).toContain('\n<a href="https://cash.app/$webproof">Cash App name</a>');
      expectProblems(page, /409/);
      await proof.getByRole('button', { name: 'Check my website' }).click();
      await proof.getByRole('alert').waitFor();
      expect(await proof.getByRole('alert').textContent()).toBe(
        'Your website must use https. Save its address with https:// and try again.',
      );
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    },
  );

  test('shows its proof', async () => {
    const person = await registerPerson(browser, {
      name: 'Web Proven',
      websiteUrl: 'https://webproven.example',
      handles: { venmo: '@webproven' },
    });
    await browser.pool.query(
      `UPDATE payment_accounts SET proof = 'website', proof_detail = 'webproven.example',
         proven_at = '2026-11-12 12:00Z' WHERE user_id = $1`,
      [person.id],
    );
    const page = await visit(browser, '/profile?tab=venmo', { as: person });
    await page.getByText('Listed on webproven.example, checked Nov 12, 2026').waitFor();
    await page.getByText('How this is checked').click();
    await page.getByRole('button', { name: 'Check my website' }).waitFor();
    await expectAccessible(page);
  });

  test('does not scroll sideways at 320 px with a long name of a website', async () => {
    const host = 'thefeatherstonehaughsandthealexandropoulos.example';
    const person = await registerPerson(browser, {
      name: 'Long Website',
      websiteUrl: `https://${host}`,
      handles: { cashapp: '$longwebsite' },
    });
    const viewport = { width: 320, height: 844 };
    const page = await visit(browser, '/profile?tab=cashapp', { as: person, viewport });
    await page.getByText(`Put these two links on ${host}.`).waitFor();
    await expectNoSidewaysScroll(page);
    await browser.pool.query(
      `UPDATE payment_accounts SET proof = 'website', proof_detail = $2, proven_at = now() WHERE user_id = $1`,
      [person.id, host],
    );
    await page.reload();
    await page.getByText(`Listed on ${host}, checked`).waitFor();
    await expectNoSidewaysScroll(page);
  });

  test('needs a website first', async () => {
    const person = await registerPerson(browser, {
      name: 'No Website',
      handles: { venmo: '@nowebsite', applepay: '+14155550188' },
    });
    const page = await visit(browser, '/profile?tab=venmo', { as: person });
    await page.getByText('Your website can show payers that this Venmo name is yours.').waitFor();
    await page.getByRole('tab', { name: 'Apple Pay' }).click();
    await page.getByText('Use an email address instead and you can confirm it.').waitFor();
  });
});

test('a proof that loads late does not move the form that somebody is using', async () => {
  const person = await registerPerson(browser, {
    name: 'Late Proof',
    handles: { cashapp: '$lateproof' },
  });
  const page = await visit(browser, '/', { as: person });
  const letGo = await holdBack(page, HANDLE_PROOF);
  await page.goto('/payment-accounts');
  const save = page.getByRole('button', { name: 'Save Cash App' });
  await page.getByText('Visible to visitors').waitFor();
  const before = await save.boundingBox();
  letGo();
  const proof = page.getByRole('region', { name: 'Proof of your Cash App name' });
  await proof.getByText('Your website can show payers').waitFor();
  expect(await save.boundingBox()).toEqual(before);
});

test('a proof whose code failed to load is there when its tab is opened again', async () => {
  const person = await registerPerson(browser, {
    name: 'Lazy Proof',
    handles: { venmo: '@lazyproof' },
  });
  const page = await visit(browser, '/', { as: person });
  await page.route(`**${HANDLE_PROOF}`, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) =>
    /\/handle-proof-/.test(request.url()),
  );
  await page.goto('/profile?tab=venmo');
  await failed;
  await page.getByRole('button', { name: 'Save Venmo' }).waitFor();
  await page.unroute(`**${HANDLE_PROOF}`);
  await page.getByRole('tab', { name: 'PayPal' }).click();
  await page.getByRole('tab', { name: 'Venmo' }).click();
  await page.getByRole('region', { name: 'Proof of your Venmo name' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expectProblems(page, /ERR_FAILED/, /failed to load/);
});

test.each([320, 360])('a long email fits at %i px', async (width) => {
  const person = await registerPerson(browser, {
    name: `Long Email ${width}`,
    handles: { applepay: `${'long'.repeat(14)}@${'mail'.repeat(9)}.example.org` },
  });
  const viewport = { width, height: 640 };
  const page = await visit(browser, '/profile?tab=applepay', { as: person, viewport });
  await page.getByRole('button', { name: 'Send code' }).waitFor();
  await expectNoSidewaysScroll(page);
  const copy = page.getByRole('button', { name: /^Copy / });
  const handle = page.locator('p.text-handle');
  expect((await copy.boundingBox())?.y).toBeGreaterThan((await handle.boundingBox())?.y ?? 9999);
  expect((await handle.boundingBox())?.width).toBeGreaterThan(120);
});

test('the focus stays in the card after a handle is removed', async () => {
  const person = await registerPerson(browser, {
    name: 'Re Moved',
    handles: { venmo: '@removed' },
  });
  const page = await visit(browser, '/profile?tab=venmo', { as: person });
  await page.getByRole('button', { name: 'Remove @removed' }).press('Enter');
  await page.getByText('until you save a username').first().waitFor();
  await expectFocus(page.getByRole('heading', { name: 'Your Venmo' }));
});
