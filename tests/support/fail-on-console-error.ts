import { afterEach, beforeEach, expect, vi } from 'vitest';

/** An error that nobody expected is a failure, even where every assertion holds. */
let spy: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  spy = vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = [...spy.mock.calls];
  spy.mockRestore();
  expect(calls, 'console.error was called').toEqual([]);
});
