import { fold, foldCompact, wordsIn } from '#contract/fold.ts';
import { parseHandle } from '#contract/handles.ts';
import { PLATFORMS, type Platform } from '#contract/platforms.ts';

/**
 * What a person is found by. Each way to find somebody is one short text, its key, kept in order in
 * one index, so that a page of results is a stretch of that index however many people match:
 *
 *   A                     everybody; A1 to A4: everybody on one platform
 *   W v g word grade n    single words: names, usernames, handles, and words written together
 *   P v words grade n     two or more words of a name, in every order
 *
 * `v` is 0 for verified people, so they come first. `n` makes a person appear once: of the keys of one
 * person that begin with what is typed, only the first in order counts, and that is the one that shares
 * fewer letters with the key before it than were typed. That number of shared letters is `n`; keys that
 * share as many or more repeat somebody. `g` is `n` again, up to 8, in front: with few letters typed,
 * repetitions outnumber the rest (a username mostly begins with a name), and so they are not even read.
 * `grade` tells what typing a key in full means: a better place in the results than its beginning.
 */
export interface Findable {
  name: string;
  screenName: string | null;
  username: string | null;
  isVerified: boolean;
  accounts: readonly { platform: Platform; username: string }[];
}

export const GRADE = { id: '\u0001', name: '\u0002', word: '\u0003' } as const;
type Grade = (typeof GRADE)[keyof typeof GRADE];

/** Longer ones are cut: nobody can type more into a search. */
const KEY_MAX = 100;
/** The words of a name that are put in every order: a sixth word is found by itself only. */
export const ORDERED_WORDS_MAX = 5;
const ENDINGS_MAX = 12;

/** Never between the halves of a pair: that would be no text. */
function cut(key: string): string {
  if (key.length <= KEY_MAX) return key;
  const isHalf = /[\ud800-\udbff]/.test(key.charAt(KEY_MAX - 1));
  return key.slice(0, isHalf ? KEY_MAX - 1 : KEY_MAX);
}

/** Scripts written without gaps between words: a name is found by any part of it. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
export const isUnspaced = (word: string) => UNSPACED.test(word);

export const verifiedMark = (isVerified: boolean) => (isVerified ? '0' : '1');
export const sharedMark = (shared: number) => String.fromCharCode(0x30 + shared);
/** Beyond these, keys that share letters are too few to be kept apart. */
export const SHARED_GROUPS = 9;

export interface PersonKeys {
  /** Usernames and handles, each as one word. */
  ids: string[];
  /** Words of names that typos are forgiven in. */
  words: string[];
  /** Single keys with their grade. */
  single: Map<string, Grade>;
  /** Keys of several words; typing one in full is always typing a whole name. */
  several: Set<string>;
}

/** A name's words, taken apart at hyphens, and again as written where that differs. */
function readings(name: string): string[][] {
  const folded = fold(name);
  const words = wordsIn(folded);
  const parts = folded.split(/\s+/u);
  if (parts.length === words.length) return [words];
  const written = parts.map((part) => wordsIn(part).join('')).filter((word) => word !== '');
  return written.length === words.length || written.length === 0 ? [words] : [words, written];
}

/** The first three words in every order, the others in alphabetical order behind them. */
export function orders(words: readonly string[]): string[] {
  if (words.length < 2) return [];
  if (words.length === 2) return [words, words.toReversed()].map((pair) => cut(pair.join(' ')));
  const depth = Math.min(3, words.length - 1);
  const found: string[] = [];
  const walk = (taken: string[], left: string[]) => {
    if (taken.length === depth) {
      found.push(cut([...taken, ...left.sort()].join(' ')));
      return;
    }
    left.forEach((word, at) => {
      walk([...taken, word], [...left.slice(0, at), ...left.slice(at + 1)]);
    });
  };
  walk([], words.slice(0, ORDERED_WORDS_MAX));
  return found;
}

export function idsOf(person: Pick<Findable, 'username' | 'accounts'>): string[] {
  const ids = new Set<string>();
  if (person.username) ids.add(cut(foldCompact(person.username)));
  for (const { platform, username } of person.accounts) {
    const handle = parseHandle(platform, username);
    ids.add(cut(foldCompact(handle.ok ? handle.clean : username)));
  }
  ids.delete('');
  return [...ids];
}

export function keysOf(person: Findable): PersonKeys {
  const single = new Map<string, Grade>();
  const several = new Set<string>();
  const words = new Set<string>();
  const add = (key: string, grade: Grade) => {
    const known = single.get(cut(key));
    if (!known || grade < known) single.set(cut(key), grade);
  };

  for (const name of person.screenName ? [person.name, person.screenName] : [person.name]) {
    for (const reading of readings(name)) {
      for (const word of reading) {
        words.add(cut(word));
        add(word, reading.length === 1 ? GRADE.name : GRADE.word);
        if (!isUnspaced(word)) continue;
        const letters = [...word];
        for (let from = 1; from < Math.min(letters.length, ENDINGS_MAX); from += 1) {
          add(letters.slice(from).join(''), GRADE.word);
        }
      }
      for (let from = 0; from < reading.length - 1; from += 1) {
        add(reading.slice(from).join(''), GRADE.word);
      }
      for (const order of orders(reading)) several.add(order);
    }
  }
  const ids = idsOf(person);
  for (const id of ids) add(id, GRADE.id);
  return { ids, words: [...words], single, several };
}

function sharedLetters(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < limit && a.charCodeAt(shared) === b.charCodeAt(shared)) shared += 1;
  return shared;
}

/** The keys as the index holds them. */
export function indexKeys(person: Findable, { single, several }: PersonKeys): string[] {
  const verified = verifiedMark(person.isVerified);
  const keys = ['A', ...person.accounts.map(({ platform }) => platformKey(platform)).sort()];
  let before = '';
  for (const key of [...single.keys()].sort()) {
    const shared = sharedLetters(before, key);
    const group = Math.min(shared, SHARED_GROUPS - 1);
    keys.push(`W${verified}${group}${key}${single.get(key)}${sharedMark(shared)}`);
    before = key;
  }
  before = '';
  for (const key of [...several].sort()) {
    keys.push(`P${verified}${key}${GRADE.name}${sharedMark(sharedLetters(before, key))}`);
    before = key;
  }
  return keys;
}

export const platformKey = (platform: Platform) => `A${PLATFORMS.indexOf(platform) + 1}`;

/** One bit a platform, to narrow a stretch of the index without looking people up. */
export function platformBits(platforms: Iterable<Platform>): number {
  let bits = 0;
  for (const platform of platforms) bits |= 1 << PLATFORMS.indexOf(platform);
  return bits;
}
