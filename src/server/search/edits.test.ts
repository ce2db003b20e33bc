import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editDistance,
  forgivenEdits,
  idParts,
  idProbes,
  isForgiving,
  nearHashes,
  nearProbes,
} from './edits.ts';

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'n', '1'),
  minLength: 4,
  maxLength: 18,
});

/** One slip: a letter left out, added, changed, or swapped with its neighbour. */
function slip(word: string, kind: number, place: number, letter: string): string {
  const at = place % word.length;
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + letter + word.slice(at);
  if (kind === 2) return word.slice(0, at) + letter + word.slice(at + 1);
  if (at + 1 >= word.length) return word;
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}
const slips = fc.tuple(fc.nat(3), fc.nat(20), fc.constantFrom('a', 'b', 'z', '7'));

describe('edit distance', () => {
  it.each([
    ['maria', 'maria', 0],
    ['maria', 'mraia', 1],
    ['maria', 'mari', 1],
    ['maria', 'marias', 1],
    ['maria', 'marta', 1],
    ['garcia', 'gracai', 2],
    ['ana', 'bob', 3],
  ])('%s and %s: %d', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
    expect(editDistance(b, a, 3)).toBe(distance);
  });

  it('is at most the number of slips, and says limit + 1 beyond the limit', () => {
    fc.assert(
      fc.property(letters, slips, slips, (word, first, second) => {
        const once = slip(word, ...first);
        expect(editDistance(word, once, 2)).toBeLessThanOrEqual(1);
        expect(editDistance('xxxxxxx', word, 2)).toBeGreaterThan(2);
        if (once.length > 0)
          expect(editDistance(once, slip(once, ...second), 2)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('what words are kept under', () => {
  const check = (word: string, typed: string) => {
    if (word.length < 4 || !isForgiving(typed) || forgivenEdits(word, typed) === undefined) return;
    const kept = new Set(nearHashes(word));
    expect(nearProbes(typed).some((hash) => kept.has(hash))).toBe(true);
  };

  it('is met by every word within the slips that are forgiven', () => {
    fc.assert(
      fc.property(letters, slips, slips, (word, first, second) => {
        check(word, slip(word, ...first));
        if (word.length < 13) check(word, slip(`${slip(word, ...first)}a`, ...second));
      }),
      { numRuns: 3000 },
    );
  });

  it('is met by long words with two slips, unless one is a swap', () => {
    const long = fc.string({ unit: fc.constantFrom('a', 'b', 'n'), minLength: 13, maxLength: 40 });
    const noSwap = fc.tuple(fc.nat(2), fc.nat(40), fc.constantFrom('a', 'z'));
    fc.assert(
      fc.property(long, noSwap, noSwap, (word, first, second) => {
        check(word, slip(slip(word, ...first), ...second));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the parts of usernames', () => {
  it('find every username one edit away', () => {
    fc.assert(
      fc.property(letters, slips, (id, change) => {
        const typed = slip(id, ...change);
        const parts = idParts(id);
        const probes = idProbes(typed);
        const isFound =
          typed === id ||
          probes.startMiddle.includes(parts.startMiddle) ||
          probes.startEnd.includes(parts.startEnd) ||
          probes.middleEnd.includes(parts.middleEnd) ||
          probes.swapped.includes(id);
        expect(isFound).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
