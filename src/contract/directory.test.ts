import { describe, expect, it } from 'vitest';
import { searchInput } from './directory.ts';

const problem = (query: string) => searchInput.safeParse({ query }).error?.issues[0]?.message;

describe('the query of a search', () => {
  it('has up to 100 characters, whatever they are', () => {
    for (const letter of ['x', 'é', '李', '한', '🙂', 'Ø']) {
      expect(problem(letter.repeat(100))).toBeUndefined();
      expect(problem(letter.repeat(101))).toBe('Please search with at most 100 characters');
    }
    expect(problem(` ${'x'.repeat(100)}\u200b `)).toBeUndefined();
    expect(problem('x'.repeat(100_000))).toBe('Please search with at most 100 characters');
  });

  it('has up to 100 once folded too', () => {
    const several =
      'Please search with at most 100 characters. Some characters count as more than one.';
    for (const [letter, most] of [
      ['\ufdfa', 5],
      ['ß', 50],
      ['㍐', 33],
    ] as const) {
      expect(problem(letter.repeat(most))).toBeUndefined();
      expect(problem(letter.repeat(most + 1))).toBe(several);
    }
  });
});
