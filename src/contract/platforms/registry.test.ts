import { expect, it } from 'vitest';
import { mapPlatforms, PLATFORM_RULES, PLATFORMS } from './registry.ts';

const bits = mapPlatforms((platform) => PLATFORM_RULES[platform].bit);

it('a platform keeps the bit that search indexes have stored', () => {
  expect(bits).toMatchObject({ cashapp: 0, paypal: 1, applepay: 2, venmo: 3 });
});

it('no two platforms have the same bit', () => {
  expect(new Set(Object.values(bits)).size).toBe(PLATFORMS.length);
});
