import { expect, test } from 'vitest';
import { formatMonth } from './format-month.ts';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

test('a month reads as Intl formats it', () => {
  for (let month = 0; month < 12; month += 1) {
    for (const time of [Date.UTC(2026, month, 1), Date.UTC(2026, month + 1) - 1]) {
      expect(formatMonth(time)).toBe(MONTH.format(time));
    }
  }
  expect(formatMonth('2026-09-05T23:59:59.999Z')).toBe('September 2026');
});
