import { describe, expect, it } from 'vitest';
import { problems } from '#tests/support/problems.ts';
import { paymentAccountInput, paymentAccountOrderInput } from './payment-accounts.ts';

describe('paymentAccountInput', () => {
  const both = 'Both platform and username are required';
  it.each<[object, Record<string, unknown>]>([
    [{}, { platform: both, username: both }],
    [{ platform: 'venmo' }, { username: both }],
    [{ platform: 'venmo', username: null }, { username: both }],
    [{ username: 'ana' }, { platform: both }],
    [{ platform: 'venmo', username: ' ' }, { username: 'Username is required' }],
    [{ platform: 'venmo', username: '@' }, { username: 'Username is required' }],
    [{ platform: 'venmo', username: 7 }, { username: 'Username is required' }],
    [
      { platform: 'zelle', username: 'ana' },
      { platform: "Platform must be either 'paypal', 'cashapp', 'applepay', or 'venmo'" },
    ],
    [
      { platform: 'venmo', username: 'x'.repeat(255) },
      { username: 'Username must be at most 254 characters' },
    ],
    [
      { platform: 'venmo', username: 'a/b' },
      { username: expect.stringContaining('Venmo name alone') },
    ],
  ])('%j', (value, expected) => {
    expect(problems(paymentAccountInput, value)).toEqual(expected);
  });

  it('stores Cash App with one $', () => {
    expect(paymentAccountInput.parse({ platform: 'cashapp', username: '@ana' })).toEqual({
      platform: 'cashapp',
      username: '$ana',
    });
  });

  it('ranks each platform once', () => {
    expect(problems(paymentAccountOrderInput, { platforms: ['venmo', 'venmo'] })).toEqual({
      platforms: 'Each platform can be given only once',
    });
    expect(problems(paymentAccountOrderInput, { platforms: ['zelle'] })).toEqual({
      'platforms.0': "Platform must be either 'paypal', 'cashapp', 'applepay', or 'venmo'",
    });
  });
});
