import { swapBefore } from '#server/lib/edits.ts';
import type { WordIndex } from '#server/lib/word-index.ts';
import { guessedParts } from './id-typos.ts';
import {
  cut,
  everybodyRange,
  NAME_WORDS_MAX,
  nameRange,
  PIECE_MIN,
  partRange,
  pieceRange,
  type Range,
  usernameRange,
  wordRanges,
} from './keys.ts';
import type { PeopleQuery } from './parse-query.ts';
import { nicknamesOf } from './spellings.ts';

/** Better ones first; a contact stands before a member of the same tier. */
export const TIER = {
  username: 0,
  exact: 1,
  words: 2,
  beginning: 3,
  nickname: 4,
  typo: 5,
  butOneWord: 6,
  piece: 7,
} as const;
export type Tier = (typeof TIER)[keyof typeof TIER];

/** One stretch of the index to read, in the order of the results. */
export interface Step extends Range {
  tier: Tier;
  /** Only people with a username or handle one edit from this text. */
  nearId?: string;
}

/** How many lists of words are tried: at first, and where nobody was found by those. */
const TYPOS_OF_KNOWN_WORDS = 60;
const TYPOS_OF_UNKNOWN_WORDS = 150;
const TYPOS_MAX = 300;
const NICKNAMES_MAX = 24;
const PIECES_MAX = 20;

const stepsOf = (tier: Tier, ranges: readonly Range[]): Step[] =>
  ranges.map((range) => ({ ...range, tier }));

export const everybody = (): Step[] => stepsOf(TIER.words, [everybodyRange()]);

/** Exact matches, whole words and beginnings. */
export function exactSteps(query: PeopleQuery): Step[] {
  const steps = query.username ? stepsOf(TIER.username, [usernameRange(query.username)]) : [];
  for (const words of query.readings) steps.push(...matchSteps(words, isOneWord(query, words)));
  return inTiers(steps);
}

/** Nicknames, and the likeliest typos. */
export function nearSteps(query: PeopleQuery, vocabulary: WordIndex): Step[] {
  const steps: Step[] = [];
  const [typed = []] = query.readings;
  for (const list of take(replacing(typed, nicknamesOf), NICKNAMES_MAX)) {
    steps.push(...listSteps(TIER.nickname, list, typed));
  }
  for (const words of query.readings) {
    if (!isOneWord(query, words)) {
      const joined = cut(words.join(''));
      steps.push(...stepsOf(TIER.typo, wordRanges(joined, 'whole')));
      steps.push(...stepsOf(TIER.typo, wordRanges(joined, 'beginning')));
    }
    const isKnown = words.every((word) => vocabulary.has(word));
    const most = isKnown ? TYPOS_OF_KNOWN_WORDS : TYPOS_OF_UNKNOWN_WORDS;
    for (const list of take(likelyTypos(query, words, vocabulary), most)) {
      steps.push(...listSteps(TIER.typo, list, words));
    }
  }
  if (isOneWord(query, typed)) {
    const nearId = typed.join('');
    const parts = [...guessedParts(nearId)].map(partRange);
    steps.push(...stepsOf(TIER.typo, parts).map((step) => ({ ...step, nearId })));
  }
  return steps;
}

/** Everything else that may have been meant, where nobody was found by what is likely. */
export function unlikelySteps(query: PeopleQuery, vocabulary: WordIndex): Step[] {
  const steps: Step[] = [];
  for (const words of query.readings) {
    for (const list of take(unlikelyTypos(query, words, vocabulary), TYPOS_MAX - steps.length)) {
      steps.push(...listSteps(TIER.typo, list, words));
    }
  }
  return steps;
}

/** People who have all words but one, then those who have a piece inside a word or username. */
export function lastSteps(query: PeopleQuery, vocabulary: WordIndex): Step[] {
  const steps: Step[] = [];
  for (const words of query.readings) {
    for (const list of butOneWord(words)) {
      if (list.join('').length > 1) steps.push(...listSteps(TIER.butOneWord, list, list));
    }
    const joined = words.join('');
    if (isOneWord(query, words) && joined.length >= PIECE_MIN) {
      steps.push(...stepsOf(TIER.piece, [pieceRange(joined)]));
    }
    const typed = isOneWord(query, words) ? [joined] : words;
    for (const list of replacing(typed, (word) => vocabulary.containing(word, PIECES_MAX))) {
      steps.push(...listSteps(TIER.piece, list, typed));
    }
  }
  return inTiers(steps);
}

const inTiers = (steps: Step[]) => steps.sort((a, b) => a.tier - b.tier);

/** Read as one word, because it was typed as one or its script has no gaps. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]+$/u;
export const isOneWord = (query: PeopleQuery, words: readonly string[]) =>
  query.isToken || words.length === 1 || words.every((word) => UNSPACED.test(word));

function matchSteps(words: readonly string[], isOne: boolean): Step[] {
  const steps: Step[] = [];
  if (isOne) {
    const joined = cut(words.join(''));
    steps.push(
      ...stepsOf(TIER.exact, [...wordRanges(joined, 'id'), ...wordRanges(joined, 'name')]),
      ...stepsOf(TIER.words, wordRanges(joined, 'word')),
      ...stepsOf(TIER.beginning, wordRanges(joined, 'beginning')),
    );
  }
  if (words.length > 1) {
    steps.push(
      ...stepsOf(TIER.exact, [nameRange(words, 'name')]),
      ...stepsOf(TIER.words, [nameRange(words, 'longer')]),
      ...stepsOf(TIER.beginning, [nameRange(words, 'beginning')]),
    );
  }
  return steps;
}

/** People who have these words. The last word may be a beginning, unless it is not what was typed. */
function listSteps(tier: Tier, list: readonly string[], typed: readonly string[]): Step[] {
  const [only] = list;
  if (only !== undefined && list.length === 1) return stepsOf(tier, wordRanges(only, 'whole'));
  const isOpen = tier !== TIER.butOneWord && list.at(-1) === typed.at(-1);
  return stepsOf(tier, [nameRange(list, isOpen ? 'any' : 'whole')]);
}

type Words = readonly string[];

/** The words with one of them replaced by each of its alternatives, word after word in turn. */
function* replacing(words: Words, alternatives: (word: string) => readonly string[]) {
  const lists = words.slice(0, NAME_WORDS_MAX).map((word) => alternatives(word));
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let nth = 0; nth < longest; nth += 1) {
    for (const [at, list] of lists.entries()) {
      const other = list[nth];
      if (other !== undefined) yield words.with(at, other);
    }
  }
}

function* butOneWord(words: Words) {
  if (words.length < 2) return;
  for (let at = words.length - 1; at >= 0; at -= 1) yield words.toSpliced(at, 1);
}

/** A username such as jo.smith is one word, but the typos of 'a_b' are not looked up as those of 'ab'. */
function typedWords(query: PeopleQuery, words: Words): Words {
  const joined = words.join('');
  return isOneWord(query, words) && joined.length >= PIECE_MIN ? [joined] : words;
}

/** A wrong gap, or one typo in one word. */
function* likelyTypos(query: PeopleQuery, words: Words, vocabulary: WordIndex): Generator<Words> {
  const typed = typedWords(query, words);
  for (const [at, word] of typed.entries()) {
    for (const pair of splits(word, vocabulary)) yield typed.toSpliced(at, 1, ...pair);
  }
  for (let at = 0; at + 1 < typed.length && typed.length > 2; at += 1) {
    const pair = `${typed[at]}${typed[at + 1]}`;
    if (vocabulary.has(pair)) yield typed.toSpliced(at, 2, pair);
  }
  yield* replacing(typed, typosIn(typed, vocabulary));
  if (typed.length !== words.length) yield* replacing(words, typosIn(words, vocabulary));
  for (const [at, word] of typed.entries()) {
    for (const pair of splitsWithTypo(word, vocabulary)) yield typed.toSpliced(at, 1, ...pair);
  }
}

/** One typo is in the word that nobody has, if there is one. */
function typosIn(words: Words, vocabulary: WordIndex) {
  const isUnknown = words.some((word) => !vocabulary.has(word));
  return (word: string) =>
    isUnknown && vocabulary.has(word) ? [] : vocabulary.near(word, TYPOS_MAX);
}

/** Two words that were written together, with a letter in place of the gap, or with the letters there swapped. */
function* splits(word: string, vocabulary: WordIndex): Generator<[string, string]> {
  for (let at = 2; at <= word.length - 2; at += 1) {
    const swapped = swapBefore(word, at);
    for (const [left, right] of [
      [word.slice(0, at), word.slice(at)],
      [word.slice(0, at), word.slice(at + 1)],
      [swapped.slice(0, at), swapped.slice(at)],
    ] as const) {
      if (right.length > 1 && vocabulary.has(left) && vocabulary.has(right)) yield [left, right];
    }
  }
}

/** Two typos: in one word, in two words, or one typo and a missing gap. */
function* unlikelyTypos(query: PeopleQuery, words: Words, vocabulary: WordIndex): Generator<Words> {
  const typed = typedWords(query, words);
  const near = (word: string) => vocabulary.near(word, TYPOS_MAX);
  const nearTwice = (word: string) => (vocabulary.has(word) ? [] : vocabulary.nearTwice(word, 20));
  yield* replacing(typed, near);
  yield* replacing(typed, nearTwice);
  if (words.length < 2) return;
  const either = (word: string) => [word, ...near(word).slice(0, 12), ...nearTwice(word)];
  const [first = '', second = '', ...others] = words;
  for (const one of either(first)) {
    for (const two of either(second)) yield [one, two, ...others];
  }
}

function* splitsWithTypo(word: string, vocabulary: WordIndex): Generator<[string, string]> {
  for (let at = 2; at <= word.length - 2; at += 1) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    if (vocabulary.has(left)) for (const two of vocabulary.near(right, 12)) yield [left, two];
    if (vocabulary.has(right)) for (const one of vocabulary.near(left, 12)) yield [one, right];
  }
}

function* take<T>(items: Iterable<T>, max: number): Generator<T> {
  let taken = 0;
  if (max <= 0) return;
  for (const item of items) {
    yield item;
    taken += 1;
    if (taken >= max) return;
  }
}
