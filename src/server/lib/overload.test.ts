import { expect, test } from 'vitest';
import { isOverloaded } from './overload.ts';

const LIMITS = { maxEventLoopDelay: 1_000, maxHeapUsedBytes: 500 };
const NO_SAMPLE = Number.POSITIVE_INFINITY;

test.each([
  { eventLoopDelay: 1_000, heapUsed: 500, expected: false },
  { eventLoopDelay: 1_001, heapUsed: 500, expected: true },
  { eventLoopDelay: 1_000, heapUsed: 501, expected: true },
  { eventLoopDelay: NO_SAMPLE, heapUsed: 500, expected: false },
  { eventLoopDelay: NO_SAMPLE, heapUsed: 501, expected: true },
])('delay $eventLoopDelay ms, heap $heapUsed: $expected', ({ expected, ...sample }) => {
  expect(isOverloaded(sample, LIMITS)).toBe(expected);
});

test('a limit of 0 turns its check off', () => {
  const off = { maxEventLoopDelay: 0, maxHeapUsedBytes: 0 };
  expect(isOverloaded({ eventLoopDelay: 9_999, heapUsed: 9_999 }, off)).toBe(false);
});
