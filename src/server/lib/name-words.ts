import { isOneEdit } from './edits.ts';
import { type Budget, LongWords } from './long-words.ts';
import { WordPairs } from './word-pairs.ts';

/** The words that occur in names, to turn a typed word into those that may be meant. */
export interface NameWords {
  has(word: string): boolean;
  /** Words one edit away. */
  near(typed: string, max: number): readonly string[];
  /** Words two edits away, for long words. */
  nearTwice(typed: string, max: number, budget: Budget): readonly string[];
  /** Words that contain a piece. */
  containing(piece: string, max: number): readonly string[];
  /** Whether these may be words of one name. With `isOpen` the last one may be a beginning. */
  mayBeOneName(words: readonly string[], isOpen: boolean): boolean;
}

/** Combines the words of two kinds of names. */
export function joinNameWords(one: NameWords, other: NameWords): NameWords {
  const both = (first: readonly string[], second: readonly string[]) => [
    ...new Set([...first, ...second]),
  ];
  return {
    has: (word) => one.has(word) || other.has(word),
    near: (typed, max) => both(one.near(typed, max), other.near(typed, max)),
    nearTwice: (typed, max, budget) =>
      both(one.nearTwice(typed, max, budget), other.nearTwice(typed, max, budget)),
    containing: (piece, max) => both(one.containing(piece, max), other.containing(piece, max)),
    mayBeOneName: (words, isOpen) =>
      one.mayBeOneName(words, isOpen) || other.mayBeOneName(words, isOpen),
  };
}

/** The shortest piece that the index of all words finds. */
const PIECE_MIN = 4;
/** Enough for a thousand names. */
const PAIR_BITS = 18;

/** Few names, such as a member's private contacts: every word is compared. */
export class FewNameWords implements NameWords {
  readonly #words: string[];
  readonly #known: Set<string>;
  readonly #longWords: LongWords;
  readonly #pairs = new WordPairs(PAIR_BITS);

  private constructor(words: string[], longWords: LongWords) {
    this.#words = words;
    this.#known = new Set(words);
    this.#longWords = longWords;
  }

  /** Only the first `pairedMax` words of a name are known to occur together. */
  static async build(
    names: readonly (readonly string[])[],
    pairedMax: number,
  ): Promise<FewNameWords> {
    const words = [...new Set(names.flat())];
    const built = new FewNameWords(words, await LongWords.build(words, 0, words.length));
    for (const name of names) built.#pairs.add(name.slice(0, pairedMax));
    return built;
  }

  has(word: string) {
    return this.#known.has(word);
  }

  near(typed: string, max: number) {
    return this.#words.filter((word) => word.length > 1 && isOneEdit(word, typed)).slice(0, max);
  }

  nearTwice(typed: string, max: number, budget: Budget) {
    return this.#longWords.near(this.#words, typed, max, budget);
  }

  containing(piece: string, max: number) {
    if (piece.length < PIECE_MIN) return [];
    return this.#words
      .filter((word) => word.length > piece.length && word.includes(piece))
      .slice(0, max);
  }

  mayBeOneName(words: readonly string[], isOpen: boolean) {
    return this.#pairs.mayBeOneName(words, isOpen);
  }
}
