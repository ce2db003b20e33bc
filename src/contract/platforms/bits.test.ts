import { expect, it } from 'vitest';
import { PLATFORM_BITS } from './bits.ts';

it('a platform keeps the bit that search indexes have stored', () => {
  expect(PLATFORM_BITS).toMatchObject({ cashapp: 0, paypal: 1, applepay: 2, venmo: 3 });
});

it('no two platforms have the same bit', () => {
  const bits = Object.values(PLATFORM_BITS);
  expect(new Set(bits).size).toBe(bits.length);
});
