import { setImmediate as nextTurn } from 'node:timers/promises';
import { DISTANCE_LETTERS_MAX, distanceFrom } from './edits.ts';

/** From this length on, two edits are allowed. */
const LONG_WORD = 8;
const EDITS = 2;
/** Bounds the cost of a query. */
const DISTANCES_MAX = 20_000;
const WORDS_PER_TURN = 50_000;
/** Most typos keep the length. */
const LENGTH_DIFFERENCES = [0, 1, -1, 2, -2];

const hasTwoEdits = (word: string) =>
  word.length >= LONG_WORD - EDITS && word.length <= DISTANCE_LETTERS_MAX;

interface Words {
  /** Positions in the list of all words. */
  places: Int32Array;
  /** One bit for each letter in a word. */
  letters: Int32Array;
}

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
    const counts = new Array<number>(DISTANCE_LETTERS_MAX + 1).fill(0);
    for (let at = from; at < to; at += 1) {
      const word = words[at] ?? '';
      if (hasTwoEdits(word)) counts[word.length] = (counts[word.length] ?? 0) + 1;
    }
    const byLength = counts.map((count) => ({
      places: new Int32Array(count),
      letters: new Int32Array(count),
    }));
    const filled = counts.map(() => 0);
    for (let at = from; at < to; at += 1) {
      const word = words[at] ?? '';
      const list = hasTwoEdits(word) ? byLength[word.length] : undefined;
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

  /** The first `max` words that are two edits away. */
  near(words: readonly string[], typed: string, max: number): string[] {
    if (!hasTwoEdits(typed)) return [];
    const typedLetters = lettersIn(typed);
    const distanceOf = distanceFrom(typed);
    const found: string[] = [];
    let inspected = 0;
    for (const difference of LENGTH_DIFFERENCES) {
      const { places, letters } = this.#byLength[typed.length + difference] ?? NONE;
      if (Math.max(typed.length, typed.length + difference) < LONG_WORD) continue;
      // An edit changes at most two letters, and one that changes the length at most one.
      const changedMax = 2 * EDITS - Math.abs(difference);
      for (let nth = 0; nth < letters.length; nth += 1) {
        if (bitCount((letters[nth] as number) ^ typedLetters) > changedMax) continue;
        inspected += 1;
        if (inspected > DISTANCES_MAX) return found;
        const word = words[places[nth] ?? 0] ?? '';
        if (distanceOf(word) === EDITS) found.push(word);
        if (found.length >= max) return found;
      }
    }
    return found;
  }
}
const NONE: Words = { places: new Int32Array(), letters: new Int32Array() };

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
