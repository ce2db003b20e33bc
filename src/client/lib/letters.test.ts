import { expect, test } from 'vitest';
import { describeDouble, markDifference } from './letters.ts';

const marked = (text: string, other: string) =>
  markDifference(text, other)
    .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('');

test.each([
  ['$mayaokafor', '$mayaokaf0r', '$mayaokaf[0]r'],
  ['$maya', '$maya', '$maya'],
  ['$maya', '$anna', '$[ann]a'],
  ['Tom', 'Torn', 'To[rn]'],
  ['$maya', '$maya1', '$maya[1]'],
  ['', '$new', '[$new]'],
])('from %j to %j: %s', (old, now, words) => {
  expect(marked(now, old)).toBe(words);
});

test.each([
  ['$mayaokafor', '$mayaokaf0r', 'Letter o became the number 0'],
  ['$Iris', '$lris', 'Capital letter I became letter l'],
  ['$a1', '$al', 'The number 1 became letter l'],
  ['$maya', '$mayb', undefined],
  ['$oo', '$00', undefined],
  ['$maya', '$maya0', undefined],
])('%j and %j: %s', (old, now, words) => {
  const [kind, from, otherKind, to] = describeDouble(old, now) ?? [];
  expect(kind && `${kind} ${from} became ${otherKind} ${to}`).toBe(words);
});
