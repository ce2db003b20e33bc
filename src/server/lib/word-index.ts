import { setImmediate as nextTurn } from 'node:timers/promises';
import { hash32, hashWithout, isOneEdit } from './edits.ts';
import { type Budget, LongWords } from './long-words.ts';

/** Longer words are not searched for typos. */
const TYPO_LETTERS_MAX = 40;
const GRAM = 4;
/** How much of a full bucket is read: it bounds the cost of a query. */
const INSPECTED_MAX = 4_000;
const WORDS_PER_TURN = 10_000;

/**
 * Words from one position of the list to another, found by a hash of what is left without one letter, and by a
 * hash of every four letters in a row. Hashes share buckets, so whatever is found is compared again.
 */
class Segment {
  readonly from: number;
  readonly to: number;
  readonly longWords: LongWords;
  readonly #heads: Int32Array;
  readonly #entries: Int32Array;

  private constructor(
    [from, to]: [number, number],
    longWords: LongWords,
    heads: Int32Array,
    entries: Int32Array,
  ) {
    this.from = from;
    this.to = to;
    this.longWords = longWords;
    this.#heads = heads;
    this.#entries = entries;
  }

  static async build(words: readonly string[], from: number, to: number): Promise<Segment> {
    let count = 0;
    for (let at = from; at < to; at += 1) count += featureCount(words[at] ?? '');
    const size = 2 ** Math.ceil(Math.log2(count + 1));
    const heads = new Int32Array(size + 1);
    const entries = new Int32Array(count);
    // Hashed once for both passes.
    const hashes = new Uint32Array(count);
    let hashed = 0;
    await inTurns(from, to, (at) => {
      const start = hashed;
      hashed = addFeatures(words[at] ?? '', hashes, start);
      for (let each = start; each < hashed; each += 1) {
        const bucket = (hashes[each] ?? 0) % size;
        heads[bucket + 1] = (heads[bucket + 1] ?? 0) + 1;
      }
    });
    for (let at = 0; at < size; at += 1) heads[at + 1] = (heads[at + 1] ?? 0) + (heads[at] ?? 0);
    const next = heads.slice();
    let placed = 0;
    await inTurns(from, to, (at) => {
      for (const end = placed + featureCount(words[at] ?? ''); placed < end; placed += 1) {
        const bucket = (hashes[placed] ?? 0) % size;
        const place = next[bucket] ?? 0;
        entries[place] = at;
        next[bucket] = place + 1;
      }
    });
    const longWords = await LongWords.build(words, from, to);
    return new Segment([from, to], longWords, heads, entries);
  }

  /** Which bucket a hash is in. */
  bucketOf(hash: number): number {
    return hash % (this.#heads.length - 1);
  }

  /** Where a bucket begins in `entries`; it ends where the next one begins. */
  headOf(bucket: number): number {
    return this.#heads[bucket] ?? 0;
  }

  /** The position of a word. */
  entryAt(place: number): number {
    return this.#entries[place] ?? 0;
  }
}

const gramHash = (word: string, at: number) => hash32(`#${word.slice(at, at + GRAM)}`);

function featureCount(word: string): number {
  return word.length > TYPO_LETTERS_MAX ? 1 : word.length + 1 + Math.max(0, word.length - GRAM + 1);
}

/** Writes the hashes of a word into the list and returns where they end. */
function addFeatures(word: string, hashes: Uint32Array, start: number): number {
  let end = start;
  hashes[end++] = hash32(word);
  if (word.length > TYPO_LETTERS_MAX) return end;
  for (let at = 0; at < word.length; at += 1) hashes[end++] = hashWithout(word, at);
  for (let at = 0; at + GRAM <= word.length; at += 1) hashes[end++] = gramHash(word, at);
  return end;
}

/** Yields to other requests after every WORDS_PER_TURN words. */
async function inTurns(from: number, to: number, visit: (at: number) => void): Promise<void> {
  for (let at = from; at < to; at += 1) {
    visit(at);
    if ((at - from) % WORDS_PER_TURN === WORDS_PER_TURN - 1) await nextTurn();
  }
}

/**
 * Distinct words in memory, to turn a typed word into the words that may be meant: one or two edits away, or around
 * it. Words are never taken out.
 */
export class WordIndex {
  readonly #words: string[] = [];
  #segments: Segment[] = [];

  has(word: string): boolean {
    return this.#visit([hash32(word)], (found) => found === word) > 0;
  }

  async add(found: readonly string[]): Promise<void> {
    const fresh = [...new Set(found)].filter((word) => !this.has(word));
    if (fresh.length === 0) return;
    const words = this.#words;
    let from = words.length;
    for (const word of fresh) words.push(word);
    const segments = [...this.#segments];
    // Segments of similar size are merged, so that there are never many.
    for (let last = segments.at(-1); last; last = segments.at(-1)) {
      if (last.to - last.from > 2 * (words.length - from)) break;
      from = last.from;
      segments.pop();
    }
    segments.push(await Segment.build(words, from, words.length));
    this.#segments = segments;
  }

  /** The words that are one edit away. */
  near(typed: string, max: number): string[] {
    if (typed.length > TYPO_LETTERS_MAX) return [];
    const found = new Set<string>();
    const hashes = [hash32(typed)];
    for (let at = 0; at < typed.length; at += 1) hashes.push(hashWithout(typed, at));
    this.#visit(hashes, (word) => {
      if (word.length > 1 && isOneEdit(word, typed)) found.add(word);
      return found.size >= max;
    });
    // Most typos keep the first letter and the length.
    const order = (word: string) =>
      (word.charCodeAt(0) === typed.charCodeAt(0) ? 0 : 2) + (word.length === typed.length ? 0 : 1);
    return [...found].sort((a, b) => order(a) - order(b));
  }

  /** Long words that are two edits away. */
  nearTwice(typed: string, max: number, budget: Budget): string[] {
    return this.#segments
      .flatMap(({ longWords }) => longWords.near(this.#words, typed, max, budget))
      .sort((a, b) => Math.abs(a.length - typed.length) - Math.abs(b.length - typed.length))
      .slice(0, max);
  }

  /** The words that a piece is inside of. */
  containing(piece: string, max: number): string[] {
    if (piece.length < GRAM || piece.length > TYPO_LETTERS_MAX) return [];
    const found = new Set<string>();
    for (const segment of this.#segments) {
      let [from, count] = [0, Infinity];
      for (let at = 0; at + GRAM <= piece.length; at += 1) {
        const bucket = segment.bucketOf(gramHash(piece, at));
        const [head, next] = [segment.headOf(bucket), segment.headOf(bucket + 1)];
        if (next - head < count) [from, count] = [head, next - head];
      }
      for (let nth = 0; nth < Math.min(count, INSPECTED_MAX); nth += 1) {
        const word = this.#words[segment.entryAt(from + nth)] ?? '';
        if (word.length > piece.length && word.includes(piece)) found.add(word);
        if (found.size >= max) return [...found];
      }
    }
    return [...found];
  }

  /** Calls back with each word in the buckets until it returns true; returns how often it did. */
  #visit(hashes: readonly number[], isEnough: (word: string) => boolean): number {
    let inspected = 0;
    for (const segment of this.#segments) {
      for (const hash of hashes) {
        const bucket = segment.bucketOf(hash);
        const end = segment.headOf(bucket + 1);
        for (let place = segment.headOf(bucket); place < end; place += 1) {
          inspected += 1;
          if (inspected > INSPECTED_MAX) return 0;
          if (isEnough(this.#words[segment.entryAt(place)] ?? '')) return 1;
        }
      }
    }
    return 0;
  }
}
