import { expect, it } from 'vitest';
import { readSharedPayment } from './shared-payment.ts';

it('reads what a share link asks for', () => {
  expect(
    readSharedPayment('search=ana&platform=venmo&amount=12.5&note=Pizza%20night', 'ana'),
  ).toEqual({
    amount: '12.50',
    note: 'Pizza night',
  });
});

it.each([
  ['somebody else on the page', 'search=ana&amount=5', 'anamaria'],
  ['a contact without a username', 'search=ana&amount=5', null],
  ['a link that asks for nothing', 'search=ana', 'ana'],
  ['nonsense', 'search=ana&amount=-5&note=%E2%80%AEx', 'ana'],
])('asks nothing of %s', (_who, address, username) => {
  expect(readSharedPayment(address, username)).toEqual(
    username === 'ana' ? { amount: undefined, note: undefined } : {},
  );
});

it('asks of the person that the link is for also by a former username', () => {
  expect(readSharedPayment('search=former&amount=5', 'ana', true).amount).toBe('5');
});

it('leaves out a note that names another account', () => {
  const note = encodeURIComponent('Please pay $thief instead');
  expect(readSharedPayment(`search=ana&amount=5&note=${note}`, 'ana')).toEqual({
    amount: '5',
    note: undefined,
  });
});
