import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, listToasts, showToast } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one toast at a time: the newest', () => {
  showToast({ title: 'First' });
  showToast({ title: 'Second', tone: 'destructive' });
  expect(listToasts()).toMatchObject([{ title: 'Second', tone: 'destructive', isOpen: true }]);
});

test('a dismissed toast is closed at once and removed after 1,000,000 ms', () => {
  const id = showToast({ title: 'Told' });
  dismissToast(id);
  expect(listToasts()).toMatchObject([{ id, isOpen: false }]);
  vi.advanceTimersByTime(999_999);
  expect(listToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(listToasts()).toEqual([]);
});
