import { expect, it } from 'vitest';
import { differingLetters } from './differing-letters.ts';

const marked = (text: string, other: string) =>
  differingLetters(text, other)
    .map((run) => (run.isDifferent ? `[${run.text}]` : run.text))
    .join('');

it.each([
  ['$mayaokaf0r', '$mayaokafor', '$mayaokaf[0]r'],
  ['Maya 0kafor', 'Maya Okafor', 'Maya [0]kafor'],
  ['maya', 'Maya', 'maya'],
  ['mayaa', 'maya', 'maya[a]'],
  ['maya', 'mayaa', 'maya'],
  ['', 'maya', ''],
  ['theo', '', '[theo]'],
  ['a👩b', 'ab', 'a[👩]b'],
])('%s beside %s reads %s', (text, other, expected) => {
  expect(marked(text, other)).toBe(expected);
});
