import { expect, it } from 'vitest';
import { WordPairs } from './word-pairs.ts';

const namesOf = (...names: string[]) => {
  const pairs = new WordPairs();
  for (const name of names) pairs.add(name.split(' '));
  return pairs;
};

it('knows the words of a name in every order and selection', () => {
  const pairs = namesOf('maria elena garcia');
  for (const name of ['maria elena garcia', 'garcia maria', 'elena maria', 'garcia']) {
    expect(pairs.mayBeOneName(name.split(' '), false), name).toBe(true);
  }
});

it('refuses words of different names', () => {
  const pairs = namesOf('maria garcia', 'elena vlachos');
  for (const name of ['maria vlachos', 'elena garcia', 'maria garcia elena', 'maria gomez']) {
    expect(pairs.mayBeOneName(name.split(' '), false), name).toBe(false);
  }
});

it('treats the last word as a prefix if it may be one', () => {
  const pairs = namesOf('maria garcia');
  expect(pairs.mayBeOneName(['maria', 'garci'], true)).toBe(true);
  expect(pairs.mayBeOneName(['maria', 'g'], true)).toBe(true);
  expect(pairs.mayBeOneName(['maria', 'garci'], false)).toBe(false);
  expect(pairs.mayBeOneName(['maria', 'vla'], true)).toBe(false);
});
