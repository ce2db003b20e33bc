import { expect, it } from 'vitest';
import { ContentCache } from './content-cache.ts';

function counting() {
  const made: string[] = [];
  const make = (key: string) => async () => {
    made.push(key);
    return key.toUpperCase();
  };
  return { made, make };
}

it('makes a value once, also for callers at the same time', async () => {
  const cache = new ContentCache<string>(2);
  const { made, make } = counting();
  expect(await Promise.all([cache.get('a', make('a')), cache.get('a', make('a'))])).toEqual([
    'A',
    'A',
  ]);
  expect(made).toEqual(['a']);
});

it('drops the least recently used', async () => {
  const cache = new ContentCache<string>(2);
  const { made, make } = counting();
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key, make(key));
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('does not keep a failure', async () => {
  const cache = new ContentCache<string>(2);
  await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.get('a', async () => 'A')).toBe('A');
});
