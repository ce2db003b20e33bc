import { expect, it } from 'vitest';
import { isReservedUsername } from './reserved-usernames.ts';

it.each([
  ...['admin', 'administrator', 'support', 'help', 'security', 'api', 'www', 'root', 'system'],
  ...['moderator', 'staff', 'official', 'team', 'billing', 'payments', 'pay', 'auth', 'login'],
  ...['register', 'profile', 'settings', 'contact', 'contacts', 'terms', 'privacy', 'about'],
  ...['paypal', 'venmo', 'cashapp', 'cash-app', 'cash.app', 'c_ashapp', 'apple', 'applepay'],
  ...['apple-pay', 'payfolk', 'pay-folk', 'pay.folk_', 'payfolk.support', 'payfolk2'],
  ...['admin1', '2support', 'paypal.support', 'officialvenmo', 'venmo-help-team', 'paypa1'],
  ...['venm0', 'adm1n', 'payf0lk', 'payfo1k.team', '5upport'],
  ...['payfoik', 'payfollk', 'payfo11k', 'p4y.foik', 'paayfolk2'],
  ...['rnoderator', 'adrnin', 'adrn1n', 'venrno.help', 'vvebmaster'],
  ...['forgot-password', 'desktop_redirect', 'ad.min'],
])('%s is reserved', (username) => {
  expect(isReservedUsername(username)).toBe(true);
});

it.each([
  'administrate',
  'user1',
  'helpful.team',
  'teamapples',
  'venmo.ana',
  'paya',
  'member',
  'apples',
  'folk',
  'teamwork',
  'the.support',
  'ernie.barnes',
])('%s is not', (username) => {
  expect(isReservedUsername(username)).toBe(false);
});
