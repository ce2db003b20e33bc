import { expect, test } from 'vitest';
import { daysAgo, wholeMonths } from './relative-day.ts';

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

test.each([
  ['2025-09-17', 14],
  ['2025-09-18', 13],
  ['2026-10-18', 0],
  ['2026-10-17', 1],
  ['2026-11-17', 0],
])('%s was %i months ago', (date, months) => {
  expect(wholeMonths(Date.parse(date), Date.parse('2026-11-17T05:00:00Z'))).toBe(months);
});
