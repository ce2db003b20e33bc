import { DIRECTORY } from '#server/cards/stored-card.ts';
import { swapBefore } from '#server/lib/edits.ts';
import type { Budget } from '#server/lib/long-words.ts';
import type { NameWords } from '#server/lib/name-words.ts';
import { remembered, take } from '#server/lib/on-demand.ts';
import { guessedParts } from '#server/lib/typo-parts.ts';
import { nicknamesOf } from './data/nicknames.ts';
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

/** Better ones first; a contact stands before a member of the same tier. */
export const TIER = {
  username: 0,
  exact: 1,
  words: 2,
  beginning: 3,
  nickname: 4,
  typo: 5,
  withoutOneWord: 6,
  piece: 7,
  twoTypos: 8,
} as const;
export type Tier = (typeof TIER)[keyof typeof TIER];

/** One range of the index to read, in the order of the results. */
export interface Step extends Range {
  owner: number;
  tier: Tier;
  /** So many rows are enough behind better matches. */
  most: number | undefined;
  /** Only people with a username or handle one edit from this text. */
  nearId: string | undefined;
}

/** How many guesses are read: at first, and if those find no one. */
const TYPOS_OF_KNOWN_WORDS = 60;
const TYPOS_OF_UNKNOWN_WORDS = 150;
const TYPOS_MAX = 300;
const NICKNAMES_MAX = 24;
const PIECES_MAX = 20;
/** Behind better matches, each weak step lists at most this many people; fewer if they share only one word. */
const WEAK_ROWS = 10;
const WEAK_ROWS_OF_ONE_WORD = 3;
const NEAR_MAX = 100;
/** Two edits leave too little of a shorter text. */
const TWO_TYPOS_MIN = 8;
/** How many guesses are compared with the names there are. */
const GUESSES_MAX = 3_000;
/** How many words a search compares with a typed one to find two typos. */
const DISTANCES_MAX = 20_000;

/** Field by field: a search makes dozens, and copying objects takes several times as long. */
const stepsOf = (tier: Tier, ranges: readonly Range[], most?: number, nearId?: string): Step[] =>
  ranges.map(({ low, high, prefix }) => ({
    low,
    high,
    prefix,
    owner: DIRECTORY,
    tier,
    most,
    nearId,
  }));

export const everybody = (): Step[] => stepsOf(TIER.words, [everybodyRange()]);

/** Exact matches, whole words and beginnings. */
export function exactSteps(query: PeopleQuery): Step[] {
  const steps = query.username ? stepsOf(TIER.username, [usernameRange(query.username)]) : [];
  for (const words of query.readings) {
    steps.push(...matchSteps(words, isOneWord(query, words), query));
  }
  return inTiers(steps);
}

/** Nicknames, and the likeliest typos. */
export function nearSteps(query: PeopleQuery, vocabulary: NameWords): Step[] {
  const [typed = []] = query.readings;
  const steps: Step[] = [];
  const beginnings: Step[] = [];
  const add = (tier: Tier, lists: Iterable<Words>, words: Words, max: number) => {
    for (const list of take(likely(lists, words, vocabulary), max)) {
      steps.push(...listSteps(tier, list, isOneWord(query, words)));
      if (isOpen(list, words)) beginnings.push(...stepsOf(tier, [nameRange(list, 'beginning')]));
    }
  };
  add(TIER.nickname, replacing(typed, nicknamesOf), typed, NICKNAMES_MAX);
  const ids = isOneWord(query, typed) ? idSteps(typed.join('')) : [];
  if (!query.isName) steps.push(...ids);
  for (const words of query.readings) {
    if (!isOneWord(query, words)) {
      const joined = cut(words.join(''));
      steps.push(...stepsOf(TIER.typo, wordRanges(joined, 'whole')));
      steps.push(...stepsOf(TIER.typo, wordRanges(joined, 'beginning')));
    }
    const isKnown = words.every((word) => vocabulary.has(word));
    const most = isKnown ? TYPOS_OF_KNOWN_WORDS : TYPOS_OF_UNKNOWN_WORDS;
    add(TIER.typo, likelyTypos(query, words, vocabulary), words, most);
  }
  return inTiers([...steps, ...beginnings, ...(query.isName ? ids : [])]);
}

/** Usernames and handles with a typo. */
function idSteps(typed: string): Step[] {
  return stepsOf(TIER.typo, [...guessedParts(typed)].map(partRange), undefined, typed);
}

/** Unlikely guesses, for when the likely ones find no one. */
export function unlikelySteps(query: PeopleQuery, vocabulary: NameWords): Step[] {
  const steps: Step[] = [];
  const budget: Budget = { distances: DISTANCES_MAX };
  for (const words of query.readings) {
    const lists = likely(unlikelyTypos(query, words, vocabulary, budget), words, vocabulary);
    const isOne = isOneWord(query, words);
    // One word is rather a piece of a word than two typos; of several, those with typos say more than the others alone.
    const tier = isOne ? TIER.twoTypos : TIER.typo;
    for (const list of take(lists, TYPOS_MAX - steps.length)) {
      steps.push(...listSteps(tier, list, isOne));
    }
  }
  return steps;
}

/** People who have all words but one, then those who have a piece inside a word or username. */
export function lastSteps(query: PeopleQuery, vocabulary: NameWords, isWide: boolean): Step[] {
  const steps: Step[] = [];
  const atMost = (rows: number) => (isWide ? undefined : rows);
  for (const words of query.readings) {
    for (const list of likely(withoutOneWord(words), [], vocabulary)) {
      const most = atMost(list.length > 1 ? WEAK_ROWS : WEAK_ROWS_OF_ONE_WORD);
      if (list.join('').length > 1) {
        steps.push(...listSteps(TIER.withoutOneWord, list, false, most));
      }
    }
    const joined = words.join('');
    if (isOneWord(query, words) && joined.length >= PIECE_MIN) {
      steps.push(...stepsOf(TIER.piece, [pieceRange(joined)], atMost(WEAK_ROWS)));
    }
    const typed = isOneWord(query, words) ? [joined] : words;
    const around = (word: string) => vocabulary.containing(word, PIECES_MAX);
    for (const list of likely(replacing(typed, around), typed, vocabulary)) {
      steps.push(...listSteps(TIER.piece, list, false, atMost(WEAK_ROWS)));
    }
  }
  return inTiers(steps);
}

export const inTiers = (steps: Step[]) => steps.sort((a, b) => a.tier - b.tier);

/** Read as one word, because it was typed as one or its script has no gaps. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]+$/u;
export const isOneWord = (query: PeopleQuery, words: readonly string[]) =>
  query.isToken || words.length === 1 || words.every((word) => UNSPACED.test(word));

function matchSteps(
  words: readonly string[],
  isOne: boolean,
  { isToken, isHandle }: PeopleQuery,
): Step[] {
  const joined = cut(words.join(''));
  const [ids, names] = [wordRanges(joined, 'id'), wordRanges(joined, 'name')];
  // A handle does not put somebody before the verified member with the name that was typed.
  const exact = isHandle ? [...ids, ...names] : ids.flatMap((id, v) => [id, names[v] ?? id]);
  const together = [
    ...stepsOf(TIER.exact, exact),
    ...stepsOf(TIER.words, wordRanges(joined, 'word')),
    ...stepsOf(TIER.beginning, wordRanges(joined, 'beginning')),
  ];
  if (words.length === 1) return together;
  const apart = [
    ...stepsOf(TIER.exact, [nameRange(words, 'name')]),
    ...stepsOf(TIER.words, [nameRange(words, 'longer')]),
    ...stepsOf(TIER.beginning, [nameRange(words, 'beginning')]),
  ];
  if (!isOne) return apart;
  return isToken ? [...together, ...apart] : [...apart, ...together];
}

type Words = readonly string[];

/** The last word may be a beginning if it is what was typed. */
const isOpen = (list: Words, typed: Words) => list.at(-1) === typed.at(-1);

/** People who have these words, first those who write them together if they were typed so. */
function listSteps(tier: Tier, list: Words, isOne = false, most?: number): Step[] {
  const isTogether = isOne || list.length === 1;
  const together = isTogether ? wordRanges(cut(list.join('')), 'whole') : [];
  const apart = list.length > 1 ? [nameRange(list, 'whole')] : [];
  return stepsOf(tier, [...together, ...apart], most);
}

/** Drops lists of words that do not occur in one name. */
function* likely(lists: Iterable<Words>, typed: Words, vocabulary: NameWords) {
  let left = GUESSES_MAX;
  for (const list of lists) {
    if (vocabulary.mayBeOneName(list.slice(0, NAME_WORDS_MAX), isOpen(list, typed))) yield list;
    left -= 1;
    if (left === 0) return;
  }
}

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

function* withoutOneWord(words: Words) {
  if (words.length < 2) return;
  for (let at = words.length - 1; at >= 0; at -= 1) yield words.toSpliced(at, 1);
}

/** A username such as jo.smith is one word, but the typos of 'a_b' are not looked up as those of 'ab'. */
function typedWords(query: PeopleQuery, words: Words): Words {
  const joined = words.join('');
  return isOneWord(query, words) && joined.length >= PIECE_MIN ? [joined] : words;
}

/** A wrong gap, or one typo in one word. */
function* likelyTypos(query: PeopleQuery, words: Words, vocabulary: NameWords): Generator<Words> {
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

/** One typo is in the unknown word, if there is one. */
function typosIn(words: Words, vocabulary: NameWords) {
  const isUnknown = words.some((word) => !vocabulary.has(word));
  const isShort = words.length === 1 && words[0]?.length === 1;
  return (word: string) =>
    isShort || (isUnknown && vocabulary.has(word)) ? [] : vocabulary.near(word, TYPOS_MAX);
}

/** Two words that were written together, with a letter in place of the gap, or with the letters there swapped. */
function* splits(word: string, vocabulary: NameWords): Generator<[string, string]> {
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
function* unlikelyTypos(
  query: PeopleQuery,
  words: Words,
  vocabulary: NameWords,
  budget: Budget,
): Generator<Words> {
  const typed = typedWords(query, words);
  const near = remembered((word) => vocabulary.near(word, TYPOS_MAX));
  const isLong = words.join('').length >= TWO_TYPOS_MIN;
  const nearTwice = remembered((word) =>
    !isLong || vocabulary.has(word) ? [] : vocabulary.nearTwice(word, 20, budget),
  );
  yield* replacing(typed, near);
  yield* replacing(typed, nearTwice);
  if (words.length < 2) return;
  const [first = '', second = '', ...others] = words;
  // Checked for each word alone first: of three words typed, one is often in no name with the others.
  const isPossible = (word: string) =>
    others.length === 0 ||
    vocabulary.mayBeOneName([word, ...others.slice(0, NAME_WORDS_MAX - 2)], true);
  const either = (word: string) =>
    [word, ...near(word).slice(0, 24), ...nearTwice(word)].filter(isPossible);
  const seconds = either(second);
  if (seconds.length === 0) return;
  for (const one of either(first)) {
    for (const two of seconds) yield [one, two, ...others];
  }
}

function* splitsWithTypo(word: string, vocabulary: NameWords): Generator<[string, string]> {
  for (let at = 2; at <= word.length - 2; at += 1) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    if (vocabulary.has(left)) for (const two of vocabulary.near(right, NEAR_MAX)) yield [left, two];
    if (vocabulary.has(right))
      for (const one of vocabulary.near(left, NEAR_MAX)) yield [one, right];
  }
}
