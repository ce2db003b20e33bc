import { expect, test } from 'vitest';
import { resultsHeading } from './results-heading.ts';

test.each([
  [{ query: 'maya', platform: null }, 6, false, '6 results for “maya”'],
  [{ query: 'maya', platform: 'all' }, 1, false, '1 result for “maya”'],
  [{ query: 'maya', platform: 'venmo' }, 20, true, '20+ results for “maya” on Venmo'],
  [{ query: '', platform: 'cashapp' }, 3, false, '3 results on Cash App'],
  [{ query: '', platform: 'all' }, 20, true, '20+ results'],
] as const)('%j with %i people', (search, count, hasMore, heading) => {
  expect(resultsHeading(search, count, hasMore)).toBe(heading);
});
