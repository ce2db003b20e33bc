import { expect, test } from 'vitest';
import { daysAgo } from './relative-day.ts';

test.each([
  ['2026-11-16', 'today'],
  ['2026-11-15T10:00:00.000Z', 'yesterday'],
  ['2026-11-14T11:59:59.000Z', '2 days ago'],
  ['2026-10-18', '29 days ago'],
  ['2026-09-01', '2 months ago'],
  ['2024-09-01', '2 years ago'],
  // A clock that is behind.
  ['2026-11-20', 'today'],
])('%s was %s', (date, words) => {
  expect(daysAgo(date, Date.parse('2026-11-16T12:00:00Z'))).toBe(words);
});
