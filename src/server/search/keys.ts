import { fold, foldCompact, wordsIn } from '#contract/fold.ts';
import { parseHandle } from '#contract/handles.ts';
import { PLATFORM_BITS } from '#contract/platforms/bits.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { DIRECTORY } from '#server/cards/stored-card.ts';
import { cutText } from '#server/lib/cut-text.ts';
import { spellingsOf } from '#server/lib/spellings.ts';
import { partsOf } from '#server/lib/typo-parts.ts';
import { looksOf, type Named } from './looks.ts';

/**
 * The format of the search index, and its only owner. Each way to find a person is one short text, a key:
 *
 *   A v              everybody
 *   U username       the username exactly as written, or a former one
 *   W v word grade   one word: of a name, words written together, a username or a handle
 *   P words grade v  two or more words of a name, in every order
 *   H part v         a username or handle without one of its parts, to find it with a typo
 *   Z ending         a username without its first letters, to find it by a piece
 *   S v look plain   what a name or username looks like, and its letters; see looks.ts
 *
 * `v` is 0 for verified people and sorts them first. `grade` ends the text and sorts a word that was typed
 * in full before longer ones. A search reads ranges of keys in order. Several keys of one person may lie
 * in one range; only the first counts, which is the one that shares fewer letters with the person's key
 * before it than the range has in common. That number is stored beside the key; see `bitsOf`. The keys of a
 * private contact begin with the number of the owner and a colon.
 */
export interface Findable extends Named {
  owner: number;
  accounts: readonly { platform: Platform; username: string }[];
  isListed: boolean;
  /** Links with these still lead to the person. */
  formerUsernames: readonly string[];
}

export interface PersonKeys {
  /** Sorted. */
  keys: string[];
  /** How many letters each shares with the one before. */
  shared: number[];
  /** The words of each reading of the names, for the vocabulary that typos are looked up in; see `readNames`. */
  names: string;
}

const startOf = (owner: number) => (owner === DIRECTORY ? '' : `${owner}:`);

const GRADE = { id: '\u0001', name: '\u0002', word: '\u0003', end: '\u0004' } as const;
type Grade = '\u0001' | '\u0002' | '\u0003';

/** Longer ones are cut: a query has at most this many letters. */
export const KEY_LETTERS_MAX = 100;
/** A sixth word of a name is found by itself only. */
export const NAME_WORDS_MAX = 5;
const ENDINGS_MAX = 12;
export const PIECE_MIN = 4;
/** Word orders are cut first, then words; never what tells who a person is: usernames and looks. */
export const KEYS_MAX = 250;
const LAST = '\u{10ffff}';

export const cut = (text: string) => cutText(text, KEY_LETTERS_MAX);

/** Scripts written without gaps between words: a name is found by any part of it. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const PLAIN_WORDS = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** A name's words in each spelling, taken apart at hyphens, and again as written where that differs. */
function readingsOf(name: string): string[][] {
  const plain = name.toLowerCase();
  if (PLAIN_WORDS.test(plain)) return [plain.split(' ')];
  const readings: string[][] = [];
  for (const spelling of spellingsOf(name)) {
    const folded = fold(spelling);
    const words = wordsIn(folded);
    if (words.length > 0) readings.push(words);
    const written = folded
      .split(/\s+/u)
      .map((part) => wordsIn(part).join(''))
      .filter((word) => word !== '');
    if (written.length > 0 && written.length !== words.length) readings.push(written);
  }
  return readings;
}

/** The first three words in every order, the others in alphabetical order behind them. */
export function ordersOf(words: readonly string[]): string[] {
  const [first = '', second = ''] = words;
  if (words.length < 2) return [];
  if (words.length === 2) return [cut(`${first} ${second}`), cut(`${second} ${first}`)];
  const depth = Math.min(3, words.length - 1);
  const found: string[] = [];
  const walk = (taken: string, count: number, left: string[]) => {
    if (count === depth) {
      found.push(cut(taken + left.sort().join(' ')));
      return;
    }
    for (const [at, word] of left.entries())
      walk(`${taken}${word} `, count + 1, left.toSpliced(at, 1));
  };
  walk('', 0, words.slice(0, NAME_WORDS_MAX));
  return found;
}

/** Usernames and handles as they are compared. */
export function idsOf({
  username,
  accounts,
}: Pick<Findable, 'username' | 'accounts'>): Set<string> {
  const ids = new Set([cut(foldCompact(username ?? ''))]);
  for (const { platform, username: typed } of accounts) {
    const handle = parseHandle(platform, typed);
    ids.add(cut(foldCompact(handle.ok ? handle.clean : typed)));
  }
  ids.delete('');
  return ids;
}

/** Everything a person or contact is found by. */
export function keysOf(person: Findable): PersonKeys {
  if (!person.isListed) {
    return { ...withShared([...lookKeys(person), ...usernameKeys(person)]), names: '' };
  }
  const v = person.isVerified ? '0' : '1';
  const singles = new Map<string, Grade>();
  const orders = new Set<string>();
  const parts = new Set<string>();
  const addSingle = (text: string, grade: Grade) => {
    const key = cut(text);
    const known = singles.get(key);
    if (!known || grade < known) singles.set(key, grade);
  };

  // The most important ones first: the limit cuts the last ones.
  for (const id of idsOf(person)) {
    addSingle(id, GRADE.id);
    for (const part of partsOf(id)) parts.add(`H${part}${v}`);
  }
  const readings = readingsOfBoth(person);
  for (const reading of readings) {
    for (const word of reading) addSingle(word, reading.length === 1 ? GRADE.name : GRADE.word);
    for (const order of ordersOf(reading)) orders.add(`P${order}${GRADE.name}${v}`);
  }
  for (const reading of readings) {
    for (const word of reading) if (UNSPACED.test(word)) addEndings(word, addSingle);
    for (let from = 0; from < reading.length - 1; from += 1) {
      addSingle(reading.slice(from).join(''), GRADE.word);
    }
  }
  const endings = endingsOf(foldCompact(person.username ?? '')).filter(
    (ending) => !singles.has(ending),
  );
  const looks = lookKeys(person);
  const usernames = usernameKeys(person);
  const room = KEYS_MAX - 1 - parts.size - looks.length - usernames.length - endings.length;
  const words = Array.from(singles, ([text, grade]) => `W${v}${text}${grade}`).slice(0, room);
  // Kind by kind, because short lists are sorted faster.
  const keys = [
    `A${v}`,
    ...[...parts].sort(),
    ...[...orders].slice(0, room - words.length).sort(),
    ...looks,
    ...usernames,
    ...words.sort(),
    ...endings.map((ending) => `Z${ending}`).sort(),
  ];
  const start = startOf(person.owner);
  const own = start === '' ? keys : keys.map((key) => start + key);
  const names = new Set(readings.map((reading) => reading.map((word) => cut(word)).join(' ')));
  return { ...withShared(own), names: [...names].join() };
}

/** The name as written first, then in other spellings; the name and the screen name in turn. */
function readingsOfBoth({ name, screenName }: Findable): string[][] {
  const ofName = readingsOf(name);
  if (!screenName || screenName === name) return ofName;
  const ofScreenName = readingsOf(screenName);
  const count = Math.max(ofName.length, ofScreenName.length);
  return Array.from({ length: count }, (_, at) =>
    [ofName[at], ofScreenName[at]].filter((reading) => reading !== undefined),
  ).flat();
}

/** A caution names the verified member, so that one who is not listed is in none. */
const lookKeys = (person: Findable) => {
  const v = person.isVerified && person.isListed ? '0' : '1';
  return person.owner === DIRECTORY ? looksOf(person).map((look) => `S${v}${look}`) : [];
};

const usernameKeys = ({ username, formerUsernames }: Findable) =>
  [...(username ? [username] : []), ...formerUsernames].map((each) => `U${each}`).sort();

/** Takes `names` apart: the words of each reading. */
export const readNames = (names: string): string[][] =>
  names === '' ? [] : names.split(',').map((reading) => reading.split(' '));

/** Each ending of a word without gaps is found like a word. */
function addEndings(word: string, add: (text: string, grade: Grade) => void) {
  const letters = [...word];
  for (let from = 1; from < Math.min(letters.length, ENDINGS_MAX); from += 1) {
    add(letters.slice(from).join(''), GRADE.word);
  }
}

/** A piece begins with a letter, so endings that begin with a digit are not needed. */
function endingsOf(id: string): string[] {
  const endings: string[] = [];
  for (let from = 1; from <= id.length - PIECE_MIN && endings.length < ENDINGS_MAX; from += 1) {
    const unit = id.charCodeAt(from);
    if (unit < ZERO || unit > NINE) endings.push(id.slice(from));
  }
  return endings;
}
const [ZERO, NINE] = [0x30, 0x39];

function withShared(keys: string[]): Pick<PersonKeys, 'keys' | 'shared'> {
  let before = '';
  const shared = keys.map((key) => {
    const count = sharedLetters(before, key);
    before = key;
    return count;
  });
  return { keys, shared };
}

function sharedLetters(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < limit && a.charCodeAt(shared) === b.charCodeAt(shared)) shared += 1;
  return shared;
}

/** A range of the index: `low` belongs to it, `high` does not; every key in it begins with `prefix` letters. */
export interface Range {
  low: string;
  high: string;
  prefix: number;
}

const rangeOf = (prefix: string, from: string, to: string): Range => ({
  low: prefix + from,
  high: prefix + to,
  prefix: prefix.length,
});

/** The same range of the keys of one owner's contacts. */
export function ownedRange<T extends Range & { owner: number }>(range: T, owner: number): T {
  const start = startOf(owner);
  return {
    ...range,
    owner,
    low: start + range.low,
    high: start + range.high,
    prefix: start.length + range.prefix,
  };
}

export function isInside(range: Range, key: string): boolean {
  if (!key.startsWith(range.low.slice(0, range.prefix))) return false;
  const [next, from] = [key.slice(range.prefix), range.low.slice(range.prefix)];
  const to = range.high.slice(range.prefix);
  return next >= from && (to === LAST || next < to);
}

/** Which part of the keys that begin with some words: what was typed in full comes before longer ones. */
const WORD_PARTS = {
  id: [GRADE.id, GRADE.name],
  name: [GRADE.name, GRADE.word],
  word: [GRADE.word, GRADE.end],
  /** The three above. */
  whole: [GRADE.id, GRADE.end],
  beginning: [GRADE.end, LAST],
} as const;

export function wordRanges(word: string, part: keyof typeof WORD_PARTS): Range[] {
  const [from, to] = WORD_PARTS[part];
  return ['0', '1'].map((v) => rangeOf(`W${v}${word}`, from, to));
}

const NAME_PARTS = {
  name: [GRADE.name, GRADE.word],
  longer: [' ', '!'],
  /** The two above. */
  whole: [GRADE.name, '!'],
  beginning: ['!', LAST],
  any: [GRADE.name, LAST],
} as const;

/** People whose name has these words: three in the order given, the rest in alphabetical order. */
export function nameRange(words: readonly string[], part: keyof typeof NAME_PARTS): Range {
  const [from, to] = NAME_PARTS[part];
  const inOrder = [...words.slice(0, 3), ...words.slice(3, NAME_WORDS_MAX).sort()];
  return rangeOf(`P${inOrder.join(' ')}`, from, to);
}

export const everybodyRange = (): Range => rangeOf('A', '0', '2');
export const usernameRange = (username: string): Range => rangeOf(`U${username}`, '', '\u0001');
export const partRange = (part: string): Range => rangeOf(`H${part}`, '0', '2');
export const pieceRange = (piece: string): Range => rangeOf(`Z${piece}`, '', LAST);

/** One bit per platform, to filter a range without looking people up. */
export function platformBits(platforms: Iterable<Platform>): number {
  let bits = 0;
  for (const platform of platforms) bits |= 1 << PLATFORM_BITS[platform];
  return bits;
}

/** What is stored beside a key: the platforms, and above them the letters shared with the key before. */
export const bitsOf = (platforms: number, shared: number) => shared * 256 + platforms;
