import { describe, expect, it } from 'vitest';
import { skeletonOf } from './skeleton.ts';

describe('names that look alike have the same skeleton', () => {
  it.each([
    ['zero for O', 'Maya Okafor', 'Maya 0kafor'],
    ['zero for o', 'mayaokafor', 'mayaokaf0r'],
    ['Cyrillic letters', 'Maya Okafor', 'Mауа Оkаfоr'],
    ['Greek letters', 'Kostas Ioannou', 'Κοstas Ιοannοu'],
    ['small L for capital i', 'Iris Chen', 'lris Chen'],
    ['one for capital i', 'Iris Chen', '1ris Chen'],
    ['a bar for l', 'Paul', 'Pau|'],
    ['one for l', 'Paul', 'Pau1'],
    ['rn for m', 'Tom Moore', 'Torn Moore'],
    ['rn for a capital M in small letters', 'MOORE', 'moore'],
    ['accents', 'José Muñoz', 'Jose Munoz'],
    ['full-width letters', 'Maya', 'Ｍａｙａ'],
    ['other separators', 'Anne-Marie', 'Anne Marie'],
    ['Cherokee letters', 'MAYA', 'ᎷᎪYᎪ'],
  ])('%s', (_what, one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });
});

describe('names that differ have different skeletons', () => {
  it.each([
    ['Neil Smith', 'Nell Smith'],
    ['Maya Okafor', 'Maya Okafur'],
    ['Анна', 'Anna'],
    ['maya2', 'maya3'],
  ])('%s and %s', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  });
});

it('the short table for ASCII says what the general one says', () => {
  for (let code = 0x20; code < 0x7f; code += 1) {
    const letter = String.fromCharCode(code);
    // The accent goes the long way, and is removed again.
    expect(skeletonOf(letter)).toBe(skeletonOf(`${letter}\u0301`));
  }
});

it('holds letters and digits only, whatever the name', () => {
  for (const name of ['⑴ a,b', 'a\tb\\n', '½ & co.', 'ﷺ', '💛 Maya']) {
    expect(skeletonOf(name)).toMatch(/^[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]*$/u);
  }
});
