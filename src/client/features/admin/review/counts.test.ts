import { expect, it } from 'vitest';
import { formatWaiting, waitingIn } from './counts.ts';

it('adds up what waits', () => {
  expect(waitingIn(undefined)).toBe(0);
  expect(waitingIn({ report: 2, lookalike: 1, verification: 0, 'lost-badge': 4, answer: 0 })).toBe(
    7,
  );
});

it.each([
  [0, '0'],
  [1_000, '1,000'],
  [1_001, '1,000+'],
  [2_002, '1,000+'],
])('%i reads %s', (count, text) => {
  expect(formatWaiting(count)).toBe(text);
});
