import { describe, expect, it } from 'vitest';
import { payLink, shareLink } from './pay-links.ts';
import { parseAmount, parseNote } from './payment-details.ts';
import type { PayLink } from './platforms/platform.ts';
import { PLATFORMS, type Platform } from './platforms/registry.ts';

describe('payLink', () => {
  const PAYPAL_SEND = 'https://www.paypal.com/myaccount/transfer/homepage/pay';
  const PAYPAL_CLICK =
    'https://www.paypal.com/cgi-bin/webscr?cmd=_xclick&business=ana%40example.com';
  const APPLE = 'https://www.apple.com/apple-cash/';
  const ana = { url: 'https://www.paypal.com/paypalme/ana', alternateUrl: 'https://paypal.me/ana' };

  const table: [Platform, string, { amount?: string; note?: string }, PayLink][] = [
    ['paypal', 'ana', {}, ana],
    ['paypal', '@ana', {}, ana],
    ['paypal', ' @ana@ ', {}, ana],
    ['paypal', 'https://paypal.me/ana/99', {}, ana],
    ['paypal', 'www.paypal.me/@ana', {}, ana],
    ['paypal', 'ana', { note: 'Rent' }, ana],
    [
      'paypal',
      'ana',
      { amount: '12.50' },
      {
        url: 'https://www.paypal.com/paypalme/ana/12.50',
        alternateUrl: 'https://paypal.me/ana/12.50',
      },
    ],
    [
      'paypal',
      'ana@example.com',
      {},
      { url: PAYPAL_SEND, alternateUrl: PAYPAL_CLICK, copy: 'ana@example.com' },
    ],
    [
      'paypal',
      '@ana@example.com',
      { amount: '25', note: 'Bread & butter' },
      {
        url: PAYPAL_SEND,
        alternateUrl: `${PAYPAL_CLICK}&amount=25&item_name=Bread%20%26%20butter`,
        copy: 'ana@example.com',
      },
    ],
    ['venmo', '@ana-ruiz', {}, { url: 'https://venmo.com/u/ana-ruiz' }],
    ['venmo', 'ana-ruiz@', {}, { url: 'https://venmo.com/u/ana-ruiz' }],
    [
      'venmo',
      '@ana-ruiz',
      { amount: '25' },
      { url: 'https://account.venmo.com/pay?txn=pay&recipients=ana-ruiz&amount=25' },
    ],
    [
      'venmo',
      '@ana-ruiz',
      { note: 'Pizza night' },
      { url: 'https://account.venmo.com/pay?txn=pay&recipients=ana-ruiz&note=Pizza%20night' },
    ],
    [
      'venmo',
      '@ana-ruiz',
      { amount: '25.00', note: 'Pizza & beer 🍕 + tip' },
      {
        url: 'https://account.venmo.com/pay?txn=pay&recipients=ana-ruiz&amount=25.00&note=Pizza%20%26%20beer%20%F0%9F%8D%95%20%2B%20tip',
      },
    ],
    ['cashapp', '$ana', {}, { url: 'https://cash.app/$ana' }],
    ['cashapp', 'ana', {}, { url: 'https://cash.app/$ana' }],
    ['cashapp', ' $$ana ', {}, { url: 'https://cash.app/$ana' }],
    ['cashapp', '$@ana', {}, { url: 'https://cash.app/$ana' }],
    ['cashapp', '$ana', { amount: '7.5', note: 'Coffee' }, { url: 'https://cash.app/$ana/7.50' }],
    ['applepay', 'apple.pay/ana', {}, { url: APPLE, copy: 'ana' }],
    ['applepay', 'ana@icloud.com', { amount: '5' }, { url: APPLE, copy: 'ana@icloud.com' }],
    ['applepay', '+15551234567', {}, { url: APPLE, copy: '+15551234567' }],
  ];
  it.each(table)('%s %j %j', (platform, handle, details, link) => {
    expect(payLink(platform, handle, details)).toEqual(link);
  });

  it.each(PLATFORMS)('has none for %s without a usable handle', (platform) => {
    for (const handle of [
      undefined,
      null,
      '',
      '  ',
      '@',
      '$',
      '..',
      'a b',
      '../ana',
      'ana/../bob',
    ]) {
      expect(payLink(platform, handle)).toBeUndefined();
    }
  });

  it('leaves out an amount or a note that breaks its rule', () => {
    for (const amount of ['', '0', '-1', '1e9', '1/../..', '5?x=1', '999999999']) {
      expect(payLink('cashapp', 'ana', { amount })).toEqual({ url: 'https://cash.app/$ana' });
    }
    for (const note of ['', '  ', 'a\u0000b', '\u202eabc', '\ud800', 'x'.repeat(281)]) {
      expect(payLink('venmo', 'ana-ruiz', { note })).toEqual({
        url: 'https://venmo.com/u/ana-ruiz',
      });
    }
  });
});

describe('parseAmount', () => {
  it.each([
    ['25', '25'],
    [' 25 ', '25'],
    ['12.5', '12.50'],
    ['12.50', '12.50'],
    ['0.01', '0.01'],
    ['.5', '0.50'],
    ['1,50', '1.50'],
    ['25,5', '25.50'],
    ['007', '7'],
    ['100000', '100000'],
    ['100000.00', '100000.00'],
  ])('reads %j as %s', (text, amount) => {
    expect(parseAmount(text)).toEqual({ ok: true, amount });
  });

  it.each([
    '',
    ' ',
    '.',
    '5.',
    '1.234',
    '1,000',
    '$5',
    '-5',
    '+5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '٥',
    '1 000',
    '9'.repeat(40),
  ])('refuses %j as no plain number', (text) => {
    expect(parseAmount(text)).toEqual({
      ok: false,
      message: 'Enter the amount as a plain number, for example 25 or 12.50',
    });
  });

  it.each(['0', '0.00', '000'])('refuses %j as nothing', (text) => {
    expect(parseAmount(text)).toEqual({ ok: false, message: 'The amount must be more than 0' });
  });

  it.each(['100000.01', '100001', '999999999999'])('refuses %j as too much', (text) => {
    expect(parseAmount(text)).toEqual({ ok: false, message: 'The amount can be at most 100,000' });
  });
});

describe('parseNote', () => {
  it('keeps a line of any script and emoji, without invisible characters', () => {
    expect(parseNote(' Pizza\u200b 🍕 за ужин ')).toEqual({ ok: true, note: 'Pizza 🍕 за ужин' });
    expect(parseNote('')).toEqual({ ok: true, note: '' });
    expect(parseNote('🍕'.repeat(280)).ok).toBe(true);
  });

  it('refuses what is too long or has direction marks', () => {
    expect(parseNote('🍕'.repeat(281))).toEqual({
      ok: false,
      message: 'The note can be at most 280 characters',
    });
    for (const text of ['a\nb', 'a\u0000b', 'a\u202eb', 'a\udc00b']) {
      expect(parseNote(text)).toEqual({
        ok: false,
        message: 'The note contains characters that are not allowed',
      });
    }
  });
});

describe('shareLink', () => {
  const origin = 'https://payfolk.example';

  it.each([
    [{ username: 'ana' }, '/?search=ana'],
    [{ username: 'ana', platform: 'venmo' }, '/?search=ana&platform=venmo'],
    [
      { username: 'a&b=c #d', platform: 'paypal', amount: '12.5', note: 'Rent & bills' },
      '/?search=a%26b%3Dc%20%23d&platform=paypal&amount=12.50&note=Rent%20%26%20bills',
    ],
    [
      { username: 'ana', platform: 'paypal', amount: 'lots', note: '\u0007' },
      '/?search=ana&platform=paypal',
    ],
  ] as const)('%j', (target, path) => {
    expect(shareLink(origin, target)).toBe(origin + path);
  });

  it('takes an address with a path as its origin', () => {
    expect(shareLink('http://localhost:3000/', { username: 'ana' })).toBe(
      'http://localhost:3000/?search=ana',
    );
  });
});
