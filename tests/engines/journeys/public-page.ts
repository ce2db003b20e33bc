import { expect } from 'vitest';
import { registerPerson } from '#tests/support/people.ts';
import { readQrCode } from '#tests/support/read-qr.ts';
import { button, heading, type Journey, link } from './journey.ts';

export const payOnPublicPage: Journey = {
  name: 'public page',
  async travel(visitor, { site, engine }) {
    const name = `Pia on ${engine}`;
    const { username } = await registerPerson(site, {
      name,
      handles: { venmo: '@pia-page', applepay: 'piapage' },
    });
    const path = `/@${username}`;
    const html = await (await fetch(site.url + path)).text();
    for (const part of [
      `>${name}</h1>`,
      'href="https://venmo.com/u/pia-page"',
      'href="https://www.apple.com/apple-cash/"',
      `href="${path}/contact.vcf"`,
      `href="${path}/sign"`,
    ]) {
      expect(html).toContain(part);
    }
    const address = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(new URL(address).pathname).toBe(path);

    await visitor.open(path);
    await visitor.expectShown(heading(name));
    await visitor.fill('Amount (optional)', '12.5');
    await visitor.fill('Note (optional)', 'Dinner');
    // Only the page's code can copy.
    await visitor.expectText('Copies the name. Type $12.50.');
    await visitor.click(link('Pay $12.50 with Venmo'));
    await visitor.expectWindow(
      'https://account.venmo.com/pay?txn=pay&recipients=pia-page&amount=12.50&note=Dinner',
    );
    await visitor.click(link('Pay $12.50 with Apple Pay'));
    await visitor.expectWindow('https://www.apple.com/apple-cash/');
    await visitor.expectToast('Username copied!', 'piapage is on your clipboard.');
    await visitor.expectClipboard('Note (optional)', 'piapage');

    await visitor.click(link('QR code'));
    const dialog = { role: 'dialog', name: `Pay ${name}` };
    await visitor.expectShown(dialog);
    const code = await readQrCode(await visitor.drawPicture(`QR code of ${address}`));
    expect(code.text).toBe(address);
    await visitor.click(button('Copy Link', dialog));
    await visitor.expectToast('Link Copied', 'Paste it wherever you like.');
    await visitor.click(button('Close', dialog));
    await visitor.expectGone(dialog);
    await visitor.expectClipboard('Note (optional)', address);

    await visitor.click(link('Save contact'));
    const card = await visitor.downloaded(`${username}.vcf`, (text) =>
      text.endsWith('END:VCARD\r\n'),
    );
    expect(card.split('\r\n')).toEqual(expect.arrayContaining([`FN:${name}`, `URL:${address}`]));
  },
};
