import { hashPair } from './edits.ts';

/** How much of the second word counts, so that a beginning can be looked up too. */
const START = 3;
/** For millions of names. */
const BITS = 27;

/**
 * Which words occur in one name, so that guesses that match no name are not looked up in the database. A bitmap of
 * hashes: it may know a pair that does not exist, which costs a lookup, but it never misses one that does.
 */
export class WordPairs {
  readonly #shift: number;
  readonly #bits: Uint8Array;

  /** Room for 2 ** bits pairs. */
  constructor(bits = BITS) {
    this.#shift = 32 - bits;
    this.#bits = new Uint8Array(2 ** (bits - 3));
  }

  /** Every word of a name with every other one. */
  add(words: readonly string[]) {
    // Counted loops here and below: a start adds millions, and a search asks for thousands.
    for (let at = 0; at < words.length; at += 1) {
      for (let otherAt = 0; otherAt < words.length; otherAt += 1) {
        if (at !== otherAt) this.#set(this.#pairOf(words[at] ?? '', words[otherAt] ?? ''));
      }
    }
  }

  /** With `isOpen` the last word may be a beginning. */
  mayBeOneName(words: readonly string[], isOpen: boolean): boolean {
    const last = words.length - 1;
    for (let at = 0; at <= last; at += 1) {
      if (isOpen && at === last) continue;
      for (let otherAt = 0; otherAt <= last; otherAt += 1) {
        const other = words[otherAt] ?? '';
        if (at === otherAt || (isOpen && otherAt === last && other.length < START)) continue;
        if (!this.#has(this.#pairOf(words[at] ?? '', other))) return false;
      }
    }
    return true;
  }

  /** A word and the beginning of another one, as a number. */
  #pairOf(word: string, other: string): number {
    return hashPair(word, other, START) >>> this.#shift;
  }

  #set(pair: number) {
    this.#bits[pair >>> 3] = (this.#bits[pair >>> 3] ?? 0) | (1 << (pair & 7));
  }

  #has(pair: number): boolean {
    return ((this.#bits[pair >>> 3] ?? 0) & (1 << (pair & 7))) !== 0;
  }
}
