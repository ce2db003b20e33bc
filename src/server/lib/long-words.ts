import { setImmediate as nextTurn } from 'node:timers/promises';
import { DISTANCE_LETTERS_MAX, distanceFrom } from './edits.ts';

/** From this length on, two edits are allowed. */
const LONG_WORD = 8;
const EDITS = 2;
const WORDS_PER_TURN = 50_000;
/** Most typos keep the length. */
const LENGTH_DIFFERENCES = [0, 1, -1, 2, -2];

/** The longest word within two edits of the longest typed one. */
const WORD_LETTERS_MAX = DISTANCE_LETTERS_MAX + EDITS;

/** How many distances may still be counted: it bounds the cost of a query. */
export interface Budget {
  distances: number;
}

interface Words {
  /** Positions in the list of all words. */
  places: Int32Array;
  /** One bit for each letter in a word. */
  letters: Int32Array;
}

const NONE: Words = { places: new Int32Array(), letters: new Int32Array() };

/**
 * Long words by their length, to find those that are two edits from a typed one. All words of a similar length are
 * looked at, so most must be dropped without reading the word.
 */
export class LongWords {
  readonly #byLength: Words[];

  private constructor(byLength: Words[]) {
    this.#byLength = byLength;
  }

  static async build(words: readonly string[], from: number, to: number): Promise<LongWords> {
    const counts = new Array<number>(WORD_LETTERS_MAX + 1).fill(0);
    for (let at = from; at < to; at += 1) {
      const { length } = words[at] ?? '';
      if (length <= WORD_LETTERS_MAX) counts[length] = (counts[length] ?? 0) + 1;
    }
    const byLength = counts.map((count) => ({
      places: new Int32Array(count),
      letters: new Int32Array(count),
    }));
    const filled = counts.map(() => 0);
    for (let at = from; at < to; at += 1) {
      const word = words[at] ?? '';
      const list = byLength[word.length];
      if (list) {
        const nth = filled[word.length] ?? 0;
        list.places[nth] = at;
        list.letters[nth] = lettersIn(word);
        filled[word.length] = nth + 1;
      }
      if ((at - from) % WORDS_PER_TURN === WORDS_PER_TURN - 1) await nextTurn();
    }
    return new LongWords(byLength);
  }

  /** The first `max` words that are two edits away, those of the same length first. */
  near(words: readonly string[], typed: string, max: number, budget: Budget): string[] {
    if (typed.length === 0 || typed.length > DISTANCE_LETTERS_MAX) return [];
    const typedLetters = lettersIn(typed);
    const distanceOf = distanceFrom(typed, EDITS);
    const found: string[] = [];
    for (const difference of LENGTH_DIFFERENCES) {
      const length = typed.length + difference;
      if (Math.max(length, typed.length) < LONG_WORD) continue;
      const { places, letters } = this.#byLength[length] ?? NONE;
      // An edit changes at most two letters, and one that changes the length at most one.
      const changedMax = 2 * EDITS - Math.abs(difference);
      for (let nth = 0; nth < letters.length; nth += 1) {
        if (bitCount((letters[nth] ?? 0) ^ typedLetters) > changedMax) continue;
        if (budget.distances === 0 || found.length >= max) return found;
        budget.distances -= 1;
        const word = words[places[nth] ?? 0] ?? '';
        if (distanceOf(word) === EDITS) found.push(word);
      }
    }
    return found;
  }
}

function lettersIn(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
