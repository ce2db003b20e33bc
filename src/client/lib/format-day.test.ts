import { expect, test } from 'vitest';
import {
  formatDay,
  formatFullDay,
  formatMoment,
  formatRecentDay,
  formatSecond,
} from './format-day.ts';

const now = new Date(2026, 10, 2, 9, 30);
const iso = (...[year, month, day]: [number, number, number]) =>
  new Date(year, month - 1, day, 23, 59).toISOString();

test('a day has its year only where that is another one', () => {
  expect(formatDay(iso(2026, 6, 2), now)).toBe('Jun 2');
  expect(formatDay(iso(2025, 6, 2), now)).toBe('Jun 2, 2025');
});

test('a recent day is called today or yesterday', () => {
  expect(formatRecentDay(iso(2026, 11, 2), now)).toBe('today');
  expect(formatRecentDay(iso(2026, 11, 1), now)).toBe('yesterday');
  expect(formatRecentDay(iso(2026, 10, 31), now)).toBe('Oct 31');
});

test('a full day always has its year, and a moment has its time', () => {
  expect(formatFullDay(iso(2026, 3, 4))).toBe('Mar 4, 2026');
  expect(formatMoment(iso(2026, 6, 2), now)).toBe('Jun 2, 11:59 PM');
  expect(formatMoment(iso(2025, 6, 2), now)).toBe('Jun 2, 2025, 11:59 PM');
  expect(formatSecond(iso(2026, 6, 2))).toBe('Jun 2, 2026, 11:59:00 PM');
});
