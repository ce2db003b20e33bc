import { describe, expect, it } from 'vitest';
import { pageLink, pagePath, readPageRequest } from './pages.ts';

describe('the address of a page', () => {
  it('carries a valid request only', () => {
    expect(pagePath('maya')).toBe('/@maya');
    expect(pagePath('maya', { amount: '5', note: 'A & B' })).toBe(
      '/@maya?amount=5&note=A%20%26%20B',
    );
    expect(pagePath('maya', { amount: 'x', note: 'a\u202Eb' })).toBe('/@maya');
    expect(pageLink('https://pay.example/', 'maya')).toBe('https://pay.example/@maya');
  });

  it('asks for nothing with an invalid amount', () => {
    expect(readPageRequest('x', 'Dinner', false)).toEqual({});
    expect(readPageRequest('', 'Dinner', false)).toEqual({ amount: undefined, note: 'Dinner' });
    expect(readPageRequest('12.5', '', false)).toEqual({ amount: '12.50', note: undefined });
  });

  it.each([
    'Please send it to $harriet-2 instead',
    'Venmo is down, use @harriet-2',
    'Pay help@example.com',
    'See https://pay.example',
    ...['Pay paypal.me/thief', 'cash.app/x', 'venmo.com/u/x', 'evil.example/pay', 'evil.com'],
    ...[
      'PayPal.Me/thief',
      'Evil.COM',
      'WWW.X',
      'evil.io',
      't.co',
      'thief.shop',
      'Send to evil.com.',
      'https：//x',
      'ｗｗｗ.x',
      'www.x',
    ],
    ...[
      'Pay @4u2payme',
      '$4u2payme',
      '@maya2',
      '$2good4u',
      '$25x2pay',
      'Use @99-problems',
      '@99_x',
      '@7to9maya',
    ],
    ...[
      'BIT.LY/x',
      'See Bit.ly/3xYz',
      'VENMO.COM/u/x',
      'T.ME/x',
      'Goo.gl/x',
      'bit.ly/X',
      'is.gd:443/x',
    ],
    ...[
      'paypal。me',
      'paypal．me',
      'paypal｡me/x',
      'paypal․me',
      'paypal·me',
      'evil•com',
      'evil‧com',
      'bit。ly/x',
    ],
    ...['bit.ly∕x', 'bit.ly⁄x', 'https:∕∕x'],
    ...['Pay @_x', '@2xyz', '$1thief', '@-x', '＠x', '﹫x', '＄x', '@\u0301x', 'x@y.example'],
  ])('leaves out a note that names another account: %s', (note) => {
    expect(readPageRequest('25', note, false)).toEqual({ amount: '25', note: undefined });
  });

  it.each([
    ...['Dinner & wine', '2 tickets @ $25', '2 @25', 'Invoice 20261119', 'Ana’s half', '50/50'],
    ...['Thanks.See you', 'v1.2', 'e.g. rent', '$5 each', 'Lunch @ Joe’s', 'no.2', 'Mr.Smith', 'é'],
    ...[
      '2/3',
      'Ana and/or Bo',
      'Pizza w/o cheese',
      'Dinner 5.30pm',
      'Rent 11/2026',
      'Rent for Jan./Feb.',
    ],
    ...[
      'Room no.2/3',
      'approx. 20/h',
      '1.5/2',
      '$12.50/h',
      '$10pp/2',
      'Dinner.And/or lunch',
      'Q.E.D.',
    ],
    ...['Yoga @7:30pm', '@10am', '$5ea', '$100ea', '@4th St', '$3k', '$10p.p.', '$2m', '$15hr'],
    ...['Tickets $25x2', '$10x3 pizza'],
    ...[
      'Class @7to9pm',
      '@10am-noon',
      '@9-noon',
      'Dinner @7ish',
      'Tea · me and Ana',
      'Café·Bar',
      '2·3',
      'Ana • Bo',
    ],
    ...['Yoga @6pm', 'Tickets $10pp', 'Parking $5-10', '$20-ish', '$50USD', '$5k', '2x@$15ea'],
    ...['Dinner...me and Ana', '@5th Ave', '.NET course', 'Rent.Jan/Feb', 'approx.20/h'],
  ])('keeps the note %s', (note) => {
    expect(readPageRequest('25', note, false)).toEqual({ amount: '25', note });
  });

  it('keeps what the visitor typed', () => {
    const note = 'For @ana’s party';
    expect(readPageRequest('25', note, true)).toEqual({ amount: '25', note });
  });
});
