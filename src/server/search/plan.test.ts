import { expect, it } from 'vitest';
import type { Budget } from '#server/lib/long-words.ts';
import { FewNameWords } from '#server/lib/name-words.ts';
import { parseQuery } from './parse-query.ts';
import { unlikelySteps } from './plan.ts';

it('all words of a query, in every spelling, share one budget for two typos', async () => {
  const letters = 'абвгджзиклмнопрсту';
  const variants = Array.from({ length: 6_000 }, (_, nth) => {
    const word = [...letters.slice(0, 16)];
    for (const place of [nth, nth >> 4, nth >> 8]) {
      const at = place % 15;
      [word[at], word[at + 1]] = [word[at + 1] ?? '', word[at] ?? ''];
    }
    return [word.join(''), `${word.join('')}ю`, `ю${word.join('')}`];
  });
  const words = await FewNameWords.build(variants, 5);
  const budgets = new Set<Budget>();
  let counted = 0;
  const nearTwice: FewNameWords['nearTwice'] = (typed, max, budget) => {
    budgets.add(budget);
    const before = budget.distances;
    const found = words.nearTwice(typed, max, budget);
    counted += before - budget.distances;
    return found;
  };
  const typed = ['щ', 'ш', 'ф'].map((letter) => `${letter}${letters.slice(1, 15)}${letter}`);
  const query = parseQuery(typed.join(' '));
  if (!query) throw new Error('The query has no words.');
  expect(query.readings.length).toBeGreaterThan(1);
  unlikelySteps(query, {
    has: (word) => words.has(word),
    near: (typed, max) => words.near(typed, max),
    nearTwice,
    containing: (piece, max) => words.containing(piece, max),
    mayBeOneName: (list, isOpen) => words.mayBeOneName(list, isOpen),
  });
  expect(budgets.size).toBe(1);
  expect(counted).toBeGreaterThan(1_000);
  expect(counted).toBeLessThanOrEqual(20_000);
});
