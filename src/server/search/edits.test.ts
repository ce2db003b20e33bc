import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, forgivenEdits, isForgiving } from './edits.ts';
import { idParts, idProbes } from './parts.ts';
import { formProbes, wordForms } from './word-forms.ts';

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

describe('how many slips are forgiven', () => {
  it.each([
    ['abc', 'abx', undefined],
    ['abcd', 'abcx', 1],
    ['abcd', 'abxy', undefined],
    ['abcdefg', 'abcdefx', 1],
    ['abcdefg', 'abcdexy', undefined],
    ['abcdefgh', 'abcdefxy', 2],
    ['abcdefgh', 'abcdewxy', undefined],
  ])('%s and %s: %s', (a, b, edits) => {
    expect(forgivenEdits(a, b)).toBe(edits);
    expect(forgivenEdits(b, a)).toBe(edits);
  });
});

describe('what words are kept under', () => {
  const check = (word: string, typed: string) => {
    const edits = isForgiving(typed) ? forgivenEdits(word, typed) : undefined;
    if (word.length < 3 || edits === undefined || edits === 0) return;
    const kept = new Set(wordForms(word));
    const probes = formProbes(typed, edits === 1 ? 1 : 2);
    expect(
      probes.some((hash) => kept.has(hash)),
      `${word} behind ${typed}`,
    ).toBe(true);
  };

  it('is met by every word within the slips that are forgiven', () => {
    fc.assert(
      fc.property(letters, slips, slips, (word, first, second) => {
        const once = slip(word, ...first);
        check(word, once);
        if (once.length > 0) check(word, slip(once, ...second));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['александровна', 'алксандровн'],
    ['παπαδοπουλος', 'παπαδπουλο'],
    ['schwarzenegger', 'shwarzeneger'],
  ])('%s is met by %s', (word, typed) => {
    expect(forgivenEdits(word, typed)).toBe(2);
    check(word, typed);
  });
});

describe('the parts of usernames', () => {
  const isMet = (id: string, typed: string, count: 1 | 2) => {
    const { startEnd, middleEnd } = idParts(id);
    const probes = idProbes(typed, count);
    return (
      id === typed ||
      probes.whole.has(id) ||
      probes.startEnd.has(startEnd) ||
      probes.middleEnd.has(middleEnd) ||
      (probes.beginning !== undefined && id.startsWith(probes.beginning))
    );
  };

  it('find every username one edit away', () => {
    fc.assert(
      fc.property(letters, slips, (id, change) => {
        expect(isMet(id, slip(id, ...change), 1)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('find every username of 8 letters or more two edits away', () => {
    const long = fc.string({ unit: fc.constantFrom(...'abn17'), minLength: 8, maxLength: 30 });
    fc.assert(
      fc.property(long, slips, slips, (id, first, second) => {
        const typed = slip(slip(id, ...first), ...second);
        expect(isMet(id, typed, 2), `${id} behind ${typed}`).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
