import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISTANCE_LETTERS_MAX, distanceFrom, isOneEdit } from './edits.ts';
import { guessedParts, partsOf } from './typo-parts.ts';
import { WordIndex } from './word-index.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Every text one edit away. */
function oneEditFrom(text: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    for (const letter of LETTERS) {
      found.add(before + letter + after);
      if (after) found.add(before + letter + after.slice(1));
    }
    if (after) found.add(before + after.slice(1));
    if (after.length > 1) found.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  found.delete(text);
  return [...found];
}

/** Optimal string alignment, as in every textbook. */
function distanceInTable(a: string, b: string): number {
  const table = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    table.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

describe('edits', () => {
  it.each(['ab', 'ana', 'maria', 'mississippi'])('from %s are one or none, never more', (word) => {
    for (const other of oneEditFrom(word)) {
      expect(isOneEdit(word, other), other).toBe(true);
      expect(isOneEdit(other, word), other).toBe(true);
      expect(distanceFrom(word, 2)(other), other).toBe(1);
    }
    expect(isOneEdit(word, word)).toBe(false);
    expect(isOneEdit(word, `${word}xy`)).toBe(false);
    expect(distanceFrom('chrisotphre', 2)('christopher')).toBe(2);
  });

  it('are counted as in the textbook table, up to a limit', () => {
    const text = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'abcд'), minLength: 1, maxLength });
    fc.assert(
      fc.property(text(DISTANCE_LETTERS_MAX), text(40), (one, other) => {
        const distance = distanceInTable(one, other);
        expect(distanceFrom(one, 40)(other)).toBe(distance);
        expect(distanceFrom(one, 2)(other)).toBe(Math.min(distance, 3));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('typo parts', () => {
  it.each(['maria', 'annaki', 'mariagarcia92', 'j0hn.smith'.replace('.', '')])(
    'of %s are found by every text one edit away',
    (id) => {
      const parts = new Set(partsOf(id));
      for (const typed of oneEditFrom(id)) {
        if (typed.length < 5) continue;
        expect(
          [...guessedParts(typed)].some((part) => parts.has(part)),
          typed,
        ).toBe(true);
      }
    },
  );
});

describe('word index', () => {
  const words = ['li', 'ana', 'maria', 'marie', 'christopher', 'fernandez', 'thistlewood'];

  it('finds words by every text one edit away, whenever they were added', async () => {
    const index = new WordIndex();
    for (const word of words) await index.add([word, 'maria']);
    for (const word of words) {
      expect(index.has(word)).toBe(true);
      for (const typed of oneEditFrom(word)) {
        if (typed.length > 1) expect(index.near(typed, 50), typed).toContain(word);
      }
    }
    expect(index.has('mari')).toBe(false);
  });

  it('finds long words two edits away, and words that a piece is inside of', async () => {
    const index = new WordIndex();
    await index.add(words);
    for (const typed of ['chrstopehr', 'chrisotphre', 'ferrnadez']) {
      expect(index.nearTwice(typed, 5, { distances: 1_000 }), typed).toHaveLength(1);
    }
    expect(index.nearTwice('marix', 5, { distances: 1_000 })).toEqual([]);
    expect(index.containing('stle', 5)).toEqual(['thistlewood']);
    expect(index.containing('tlewoo', 5)).toEqual(['thistlewood']);
    expect(index.containing('tle', 5)).toEqual([]);
  });

  it('finds every word of eight and more letters two edits away, whenever it was added', async () => {
    const random = (seed: number) => () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return seed / 2 ** 32;
    };
    const next = random(7);
    const letters = (count: number) =>
      Array.from({ length: count }, () => 'aeilnrst'[Math.floor(next() * 8)]).join('');
    const editOne = (word: string) => {
      const edits = oneEditFrom(word);
      return edits[Math.floor(next() * edits.length)] ?? word;
    };
    const stored = Array.from({ length: 132 }, (_, nth) => letters(3 + (nth % 33)));
    const index = new WordIndex();
    for (let from = 0; from < stored.length; from += 40) {
      await index.add(stored.slice(from, from + 40));
    }
    let found = 0;
    for (const word of stored) {
      const typed = editOne(editOne(word));
      const expected = stored.filter(
        (other) =>
          Math.max(other.length, typed.length) >= 8 &&
          typed.length <= DISTANCE_LETTERS_MAX &&
          distanceInTable(other, typed) === 2,
      );
      expect(new Set(index.nearTwice(typed, 300, { distances: 1_000 })), typed).toEqual(
        new Set(expected),
      );
      found += expected.length;
    }
    expect(found).toBeGreaterThan(60);
  });

  it('answers with no more than asked for, however many words are near', async () => {
    const index = new WordIndex();
    const many = LETTERS.flatMap((a) => LETTERS.map((b) => `mar${a}a${b}`));
    await index.add(many);
    expect(index.near('maraa', 20)).toHaveLength(20);
    expect(index.near('a'.repeat(41), 20)).toEqual([]);
  });
});
