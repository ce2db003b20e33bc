import { afterEach, beforeEach, expect, vi } from 'vitest';

/** An unexpected error fails the test, even if every assertion passes. */
let spy: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  spy = vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = [...spy.mock.calls];
  spy.mockRestore();
  expect(calls, 'console.error was called').toEqual([]);
});
