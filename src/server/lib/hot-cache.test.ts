import { expect, test, vi } from 'vitest';
import { HotCache } from './hot-cache.ts';

test('computes a value once while it is fresh', async () => {
  const cache = new HotCache<string>(1_000);
  const compute = vi.fn(async () => 'page');
  expect(await Promise.all([cache.get('a', compute), cache.get('a', compute)])).toEqual([
    'page',
    'page',
  ]);
  await cache.get('b', compute);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('computes a value again after its time, after a failure and after clear', async () => {
  vi.useFakeTimers();
  try {
    const cache = new HotCache<number>(1_000);
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
  const cache = new HotCache<string>(1_000);
  const before = cache.get('a', async () => 'before');
  cache.clear();
  await before;
  expect(await cache.get('a', async () => 'after')).toBe('after');
});

test('drops the least recently used value when it is full', async () => {
  const cache = new HotCache<string>(1_000);
  const keep = (name: string) => cache.get(name, async () => name);
  await keep('popular');
  await keep('rare');
  for (let at = 0; at < 3_998; at++) await keep(`${at}`);
  await keep('popular');
  await keep('one more');
  const compute = vi.fn(async () => '');
  await cache.get('popular', compute);
  expect(compute).not.toHaveBeenCalled();
  await cache.get('rare', compute);
  expect(compute).toHaveBeenCalled();
});

test('a cache with no time keeps nothing', async () => {
  const cache = new HotCache<string>(0);
  const compute = vi.fn(async () => '');
  await cache.get('a', compute);
  await cache.get('a', compute);
  expect(compute).toHaveBeenCalledTimes(2);
});
