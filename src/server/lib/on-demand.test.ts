import { expect, it, vi } from 'vitest';
import { remembered, take } from './on-demand.ts';

it('makes no more items than asked for', () => {
  const made = vi.fn();
  function* numbers() {
    for (let at = 0; ; at += 1) {
      made(at);
      yield at;
    }
  }
  expect([...take(numbers(), 3)]).toEqual([0, 1, 2]);
  expect(made).toHaveBeenCalledTimes(3);
  expect([...take(numbers(), 0)]).toEqual([]);
});

it('finds the list of a text once', () => {
  const find = vi.fn((text: string) => [text]);
  const list = remembered(find);
  expect([list('a'), list('b'), list('a')]).toEqual([['a'], ['b'], ['a']]);
  expect(find).toHaveBeenCalledTimes(2);
});
