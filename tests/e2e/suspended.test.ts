import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '#tests/support/axe.ts';
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { expectFocus, expectProblems, holdBack } from '#tests/support/forms.ts';
import { registerPerson } from '#tests/support/people.ts';
import { movedControls, recordPlaces } from '#tests/support/places.ts';
import { expectNoSidewaysScroll, nextFrame, visit, WIDTHS } from '#tests/support/visitor.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const HEADING = 'Your page is suspended';

describe('My Account of a suspended member', () => {
  test.each(WIDTHS)('says since when and why, on a %s', async (width, viewport) => {
    const person = await registerPerson(browser, {
      name: 'Sus Pended',
      screenName: `Sus ${width}`,
    });
    await browser.pool.query(
      `UPDATE users SET suspended_at = '2026-11-15 12:00Z', suspended_reason = $2 WHERE id = $1`,
      [person.id, 'Three people told us that $mayaokaf0r isn’t your Cash App name.'],
    );
    const page = await visit(browser, '/profile', { as: person, viewport });
    const banner = page.getByRole('region', { name: HEADING });
    await banner.waitFor();
    const text = (await banner.textContent()) ?? '';
    expect(text).toContain(
      'Since Nov 15, 2026, visitors can’t see it, and you can’t change your payment names.',
    );
    expect(text).toContain('WhyThree people told us that $mayaokaf0r isn’t your Cash App name.');
    expect(text).toContain('Nothing is deleted. You can still download your data.');
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Your QR code' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Get verified' }).count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await banner.getByRole('button', { name: 'download your data' }).click();
    expect((await download).suggestedFilename()).toBe('payfolk-my-data.json');
  });

  test('is there together with what is below it', async () => {
    const person = await registerPerson(browser, { name: 'Late Note', screenName: 'Late Note' });
    await browser.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [person.id]);
    const page = await visit(browser, '/', { as: person, before: recordPlaces });
    // If it had a file of its own.
    const letGo = await holdBack(page, '/assets/suspended-banner-*.js');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Update Profile' }).waitFor();
    await nextFrame(page);
    letGo();
    await page.getByRole('region', { name: HEADING }).waitFor();
    expect(await movedControls(page)).toEqual([]);
  });

  test('shows no reason where none was given', async () => {
    const person = await registerPerson(browser, { name: 'No Reason', screenName: 'No Reason' });
    await browser.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [person.id]);
    const page = await visit(browser, '/profile', { as: person });
    const banner = page.getByRole('region', { name: HEADING });
    await banner.waitFor();
    expect(await banner.getByText('Why').count()).toBe(0);
  });

  test.each(WIDTHS)(
    'takes one answer, and handles cannot be changed, on a %s',
    async (width, viewport) => {
      const person = await registerPerson(browser, {
        name: 'Ans Wer',
        screenName: `Ans ${width}`,
        handles: { venmo: '@answer-er' },
      });
      await browser.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [person.id]);
      const page = await visit(browser, '/profile?tab=venmo', { as: person, viewport });
      const banner = page.getByRole('region', { name: HEADING });
      await banner.getByText(`A person reads it and emails you at ${person.email}.`).waitFor();
      expectProblems(page, /400/);
      await banner.getByRole('button', { name: 'Send answer' }).click();
      await banner.getByText('Please write an answer').waitFor();
      await banner.getByLabel('Your answer').fill('The name is mine.');
      await expectAccessible(page);
      await banner.getByRole('button', { name: 'Send answer' }).click();
      await banner.getByText(/^Answer sent .+ We’ll email you\.$/).waitFor();
      await expectFocus(banner.getByRole('status'));
      await banner.getByText('The name is mine.').waitFor();
      expect(await banner.getByLabel('Your answer').count()).toBe(0);
      await page.getByText('Hidden from visitors').waitFor();
      expect(await page.getByLabel('Venmo username').isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Save Venmo' }).isDisabled()).toBe(true);
      const remove = page.getByRole('button', { name: 'Remove @answer-er' });
      expect(await remove.isDisabled()).toBe(true);
      await page.getByText('You can change it again once your page is back.').waitFor();
      expect(await page.getByText('Starts with @').count()).toBe(0);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    },
  );
});
