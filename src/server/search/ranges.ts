import type { Platform } from '#contract/platforms.ts';
import { GRADE, platformKey, SHARED_GROUPS, sharedMark, verifiedMark } from './keys.ts';
import { type Form, severalPrefix } from './query.ts';

/** Better ones first. Whoever is found in one tier is not found again in a later one. */
export const TIER = {
  id: 0,
  name: 1,
  words: 2,
  nearId: 3,
  nearName: 4,
  nearOne: 5,
  nearTwo: 6,
  // Two slips in one word or username: only where nobody is found before.
  farId: 7,
  farName: 8,
} as const;
export type Tier = (typeof TIER)[keyof typeof TIER];

/** A stretch of the index: `low` belongs to it, `high` does not. In a tier they stand in index order. */
export interface Range {
  tier: Tier;
  low: string;
  high: string;
  /** Keys that end in this character or a later one repeat somebody who was listed before. */
  repeats: string;
}

const LAST = '\u{10ffff}';

/** One stretch for each (verified, shared letters) under which a word that begins so may be kept. */
function spread(tier: Tier, word: string, from: string, to: string): Range[] {
  const ranges: Range[] = [];
  const repeats = sharedMark(word.length);
  for (const isVerified of [true, false]) {
    for (let group = 0; group < Math.min(word.length, SHARED_GROUPS); group += 1) {
      const key = `W${verifiedMark(isVerified)}${group}${word}`;
      ranges.push({ tier, low: key + from, high: key + to, repeats });
    }
  }
  return ranges;
}

function spreadSeveral(tier: Tier, words: readonly string[], from: string, to: string): Range[] {
  const typed = severalPrefix(words);
  return [true, false].map((isVerified) => {
    const key = `P${verifiedMark(isVerified)}${typed}`;
    return { tier, low: key + from, high: key + to, repeats: sharedMark(typed.length) };
  });
}

export function everybodyRanges(platform: Platform | undefined): Range[] {
  const key = platform ? platformKey(platform) : 'A';
  return [{ tier: TIER.words, low: key, high: `${key}\u0001`, repeats: LAST }];
}

/** Whole names, then whole words and beginnings. Exact usernames have a table of their own. */
export function exactRanges(form: Form): Range[] {
  if (form.kind === 'one') {
    return [
      ...spread(TIER.name, form.word, GRADE.name, GRADE.word),
      ...spread(TIER.words, form.word, GRADE.word, LAST),
    ];
  }
  return [
    ...spreadSeveral(TIER.name, form.words, GRADE.name, GRADE.word),
    ...spreadSeveral(TIER.words, form.words, GRADE.word, LAST),
  ];
}

/** Everybody who has exactly this word, in whatever role. */
export const wordRanges = (tier: Tier, word: string) => spread(tier, word, GRADE.id, '\u0004');

/** Everybody whose whole name these words are, in some order. */
export const nameRanges = (tier: Tier, words: readonly string[]) =>
  spreadSeveral(tier, words, GRADE.name, GRADE.word);

/** Everybody whose name has these words and more, or whose next word begins with the last of them. */
export const severalRanges = (tier: Tier, words: readonly string[]) =>
  spreadSeveral(tier, words, GRADE.word, LAST);

/** Everybody whose name has these words in full and more. Of two such names neither holds the other. */
export const longerNameRanges = (tier: Tier, words: readonly string[]) =>
  spreadSeveral(tier, words, ' ', '!');

/** UTF-8 order, as the index has it; JavaScript's own puts the letters beyond the first plane too early. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return planeOrder(left) - planeOrder(right);
  }
  return a.length - b.length;
}

/** Halves of pairs sort behind every letter of the first plane. */
const planeOrder = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

export function inIndexOrder(ranges: Range[]): Range[] {
  return ranges.sort((a, b) => a.tier - b.tier || compareKeys(a.low, b.low));
}

export const isInside = (range: Range, key: string) =>
  compareKeys(range.low, key) <= 0 && compareKeys(key, range.high) < 0;

/** Which of the ranges, that are in index order and do not overlap, holds a key; -1 for none. */
export function rangeAt(ranges: readonly Range[], key: string): number {
  let [from, to] = [0, ranges.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const range = ranges[middle];
    if (range && compareKeys(range.high, key) <= 0) from = middle + 1;
    else to = middle;
  }
  const range = ranges[from];
  return range && isInside(range, key) ? from : -1;
}
