import { expect, test, vi } from 'vitest';
import { HotCache } from './hot-cache.ts';

const cacheFor = <T>(maxAgeMs: number) =>
  new HotCache<T>({ maxAgeMs, maxSize: 100, sizeOf: (value) => String(value).length });

test('computes a value once while it is fresh', async () => {
  const cache = cacheFor<string>(1_000);
  const compute = vi.fn(async () => 'page');
  expect(await Promise.all([cache.get('a', compute), cache.get('a', compute)])).toEqual([
    'page',
    'page',
  ]);
  await cache.get('b', compute);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('a value is known once it is computed, until it is outdated', async () => {
  const cache = cacheFor<string>(1_000);
  const computed = cache.get('a', async () => 'page');
  expect(cache.known('a')).toBeUndefined();
  await computed;
  expect(cache.known('a')).toBe('page');
  cache.clear();
  expect(cache.known('a')).toBeUndefined();
});

test('computes a value again after its time, after a failure and after clear', async () => {
  vi.useFakeTimers();
  try {
    const cache = cacheFor<number>(1_000);
    let calls = 0;
    const compute = async () => ++calls;
    await cache.get('a', compute);
    vi.advanceTimersByTime(1_000);
    expect(await cache.get('a', compute)).toBe(2);
    cache.clear();
    expect(await cache.get('a', compute)).toBe(3);
    await expect(cache.get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('b', compute)).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});

test('a value that was being computed when the cache was cleared is not kept', async () => {
  const cache = cacheFor<string>(1_000);
  const before = cache.get('a', async () => 'before');
  cache.clear();
  await before;
  expect(await cache.get('a', async () => 'after')).toBe('after');
});

test('drops the least recently used values when they are too large together', async () => {
  const cache = cacheFor<string>(1_000);
  const keep = (name: string, size: number) => cache.get(name, async () => 'x'.repeat(size));
  await keep('popular', 40);
  await keep('rare', 40);
  await keep('popular', 40);
  await keep('one more', 50);
  const compute = vi.fn(async () => '');
  await cache.get('popular', compute);
  await cache.get('one more', compute);
  expect(compute).not.toHaveBeenCalled();
  await cache.get('rare', compute);
  expect(compute).toHaveBeenCalled();
});

test('a value that was replaced or dropped no longer counts', async () => {
  const cache = cacheFor<string>(1_000);
  for (let at = 0; at < 5; at++) {
    await cache.get('a', async () => 'x'.repeat(90));
    cache.clear();
  }
  await cache.get('a', async () => 'x'.repeat(90));
  await cache.get('b', async () => 'x'.repeat(10));
  const compute = vi.fn(async () => '');
  await cache.get('a', compute);
  expect(compute).not.toHaveBeenCalled();
});

test('a value larger than the cache is returned and not kept', async () => {
  const cache = cacheFor<string>(1_000);
  const compute = vi.fn(async () => 'x'.repeat(101));
  expect(await cache.get('a', compute)).toHaveLength(101);
  await cache.get('a', compute);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('a cache with no time keeps nothing', async () => {
  const cache = cacheFor<string>(0);
  const compute = vi.fn(async () => '');
  await cache.get('a', compute);
  await cache.get('a', compute);
  expect(compute).toHaveBeenCalledTimes(2);
});
