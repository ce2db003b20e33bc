import { expect, test } from 'vitest';
import { formatDay } from './utc-date.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

test('a day reads as Intl formats it', () => {
  for (let month = 0; month < 12; month += 1) {
    for (const time of [Date.UTC(2026, month, 1), Date.UTC(2026, month + 1) - 1]) {
      expect(formatDay(time)).toBe(DAY.format(time));
    }
  }
  expect(formatDay('2026-09-05T23:59:59.999Z')).toBe('Sep 5, 2026');
});
