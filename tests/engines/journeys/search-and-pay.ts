import { expect } from 'vitest';
import { fillDirectory } from '#tests/support/search-page.ts';
import { keepToasts } from '#tests/support/visitor.ts';
import { button, type Journey, SEARCH, skipTour } from './journey.ts';

const CARD = { role: 'article', name: 'Maya Okafor' };
const pay = (platform: string) => button(`Pay Maya Okafor with ${platform}`, CARD);

export const searchAndPay: Journey = {
  name: 'search and pay',
  async travel(visitor, { site }) {
    await fillDirectory(site);
    await visitor.open('/');
    await skipTour(visitor);

    await visitor.fill(SEARCH, 'maya okafor');
    await visitor.click(pay('Venmo'));
    await visitor.expectWindow('https://venmo.com/u/maya-o');
    await visitor.expectToast('Venmo Payment Gateway', 'Opening Venmo to pay Maya Okafor.');

    await visitor.click(pay('Apple Pay'));
    await visitor.expectToast(
      'Apple Pay Instructions',
      'Look for maya@example.com in your contacts or add as a new recipient. It is on your clipboard.',
    );
    await visitor.expectWindow('https://www.apple.com/apple-cash/');
    await visitor.expectClipboard(SEARCH, 'maya@example.com');

    await visitor.fill(SEARCH, 'maya okafor');
    await visitor.click(button('Copy username of Maya Okafor', CARD));
    await visitor.expectToast('Username copied!', '$mayaokafor is on your clipboard.');
    await visitor.expectClipboard(SEARCH, '$mayaokafor');

    await visitor.fill(SEARCH, 'maya okafor');
    await visitor.evaluate(keepToasts);
    await visitor.click(pay('PayPal'));
    await visitor.expectWindow('https://www.paypal.com/paypalme/mayaokafor');
    // The second link opens by itself, unless the engine blocks it.
    const OTHER_LINK =
      'Opening PayPal to pay Maya Okafor. If that page doesn’t work, try the other link.';
    const isOffered = async () =>
      (await visitor.toasts()).some((text) => text.includes(OTHER_LINK));
    await expect
      .poll(async () => (await isOffered()) || (await visitor.countWindows()) > 0)
      .toBe(true);
    if (await isOffered()) await visitor.click(button('Open other link'));
    await visitor.expectWindow('https://paypal.me/mayaokafor');
  },
};
