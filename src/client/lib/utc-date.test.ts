import { expect, test } from 'vitest';
import { formatDay, formatMonth } from './utc-date.ts';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

test('dates read as Intl formats them', () => {
  for (let month = 0; month < 12; month += 1) {
    for (const time of [Date.UTC(2026, month, 1), Date.UTC(2026, month + 1) - 1]) {
      expect(formatMonth(time)).toBe(MONTH.format(time));
      expect(formatDay(time)).toBe(DAY.format(time));
    }
  }
  expect(formatDay('2026-09-05T23:59:59.999Z')).toBe('Sep 5, 2026');
  expect(formatMonth('2026-09-05T23:59:59.999Z')).toBe('September 2026');
});
