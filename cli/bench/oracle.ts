import { CYRILLIC, GREEK } from './languages.ts';
import { nicknamesFor } from './nicknames.ts';

/**
 * How well a person matches a query: simple rules that share no code with the search, so that its results can be
 * verified. One person at a time; slow is fine.
 */

/** The fields of a result, from any system. */
export interface Seen {
  username: string | null;
  name: string;
  screenName: string | null;
  handles: Record<string, string>;
}

export const LEVEL = {
  username: 0,
  exact: 1,
  words: 2,
  beginning: 3,
  nickname: 4,
  typo: 5,
  withoutOneWord: 6,
  piece: 7,
  none: Number.POSITIVE_INFINITY,
} as const;

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
export const TWO_LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
  ß: 'ss',
};
const FAR_EAST = /[\u3040-\u9fff\uac00-\ud7af]/;
const PIECE_MIN = 4;
const WORDS_MAX = 4;

/** Small letters without accents; words are letters and digits. */
export function plainWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/['’]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/./gu, (letter) => LETTERS[letter] ?? letter);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export const compact = (text: string) => plainWords(text).join('');

export function inTwoLetters(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/./gu, (letter) => TWO_LETTERS[letter] ?? letter);
}

/** Names in Cyrillic and Greek letters with their Latin spelling, from the list that people are made of. */
export const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [CYRILLIC, GREEK].flatMap(({ given, family }) =>
    [...given, ...family].map((entry): [string, string] => {
      const [native = '', latin = ''] = entry.split(':');
      return [compact(native), latin];
    }),
  ),
);

const FIRST_LETTERS = new Map(
  [...LATIN_OF].map(([native, latin]): [string, string] => [native.charAt(0), latin.charAt(0)]),
);

/** A name, an initial, two names written together, or how a name begins. */
function latinOf(word: string): string | undefined {
  const known = word.length === 1 ? FIRST_LETTERS.get(word) : LATIN_OF.get(word);
  if (known !== undefined) return known;
  for (let at = 2; at < word.length - 1; at += 1) {
    const [first, second] = [LATIN_OF.get(word.slice(0, at)), LATIN_OF.get(word.slice(at))];
    if (first !== undefined && second !== undefined) return first + second;
  }
  for (const [native, latin] of LATIN_OF) {
    if (native.startsWith(word)) return latin.slice(0, word.length);
  }
  return undefined;
}

/** Beta and phi are also written b and ph: Sofia is Sophia. */
const inClassicalLetters = (latin: string) => latin.replaceAll('v', 'b').replaceAll('f', 'ph');

/** The words in every spelling that means the same. */
function readingsOf(text: string): string[][] {
  const plain = plainWords(text);
  const readings = [plain];
  const expanded = plainWords(inTwoLetters(text));
  if (expanded.join() !== plain.join()) readings.push(expanded);
  const latin = plain.map((word) => latinOf(word) ?? word);
  if (latin.join() !== plain.join()) readings.push(latin);
  if (/\p{sc=Greek}/u.test(text)) readings.push(latin.map(inClassicalLetters));
  return readings;
}

export function levelOf(query: string, seen: Seen): number {
  const typed = readingsOf(query);
  let best: number = LEVEL.none;
  for (const words of typed) {
    const joined = words.join('');
    if (query.toLowerCase().replace(/^@/, '') === seen.username) return LEVEL.username;
    for (const id of [seen.username ?? '', ...Object.values(seen.handles)]) {
      const level = levelOfId(joined, compact(id));
      // With a gap inside, it was not typed as a username.
      best = Math.min(best, words.length > 1 ? Math.max(level, LEVEL.typo) : level);
    }
    for (const name of [seen.name, seen.screenName ?? '']) {
      for (const reading of readingsOf(name)) best = Math.min(best, levelOfName(words, reading));
    }
  }
  return best;
}

function levelOfId(typed: string, id: string): number {
  if (id === '') return LEVEL.none;
  if (id === typed) return LEVEL.exact;
  if (id.startsWith(typed)) return LEVEL.beginning;
  const distance = editDistance(typed, id);
  if (distance <= editsIn(typed)) return LEVEL.typo + distance / 10;
  return typed.length >= PIECE_MIN && id.includes(typed) ? LEVEL.piece : LEVEL.none;
}

function levelOfName(typed: string[], name: string[]): number {
  if (name.length === 0) return LEVEL.none;
  const [joined, whole] = [typed.join(''), name.join('')];
  if (typed.toSorted().join(' ') === name.toSorted().join(' ')) return LEVEL.exact;
  if (hasAll(typed, name) || name.some((_, at) => name.slice(at).join('') === joined)) {
    return LEVEL.words;
  }
  if (isBeginning(typed, name)) return LEVEL.beginning;
  if (FAR_EAST.test(joined) && whole.includes(joined)) return LEVEL.beginning;
  const others = (word: string) => nicknamesFor(word);
  if (typed.some((word, at) => others(word).some((other) => hasAll(typed.with(at, other), name)))) {
    return LEVEL.nickname;
  }
  const distance = nameDistance(typed.join(' '), name);
  if (distance <= 2) return LEVEL.typo + distance / 10;
  if (typed.length > 1 && typed.some((_, at) => hasAll(typed.toSpliced(at, 1), name))) {
    return LEVEL.withoutOneWord;
  }
  return typed.some((word, at) => isPiece(word, name) && hasAll(typed.toSpliced(at, 1), name))
    ? LEVEL.piece
    : LEVEL.none;
}

/** Two edits leave too little of a short text. */
const editsIn = (typed: string) => (typed.length >= 8 ? 2 : 1);

const isPiece = (word: string, name: string[]) =>
  word.length >= PIECE_MIN && name.some((each) => each.includes(word));

/** Whether each word is one of the name's, and each of the name's is used once. */
function hasAll(typed: readonly string[], name: readonly string[]): boolean {
  const left = [...name];
  return typed.every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Whole words and one beginning, or a beginning of the words written together. */
function isBeginning(typed: string[], name: string[]): boolean {
  const joined = typed.join('');
  if (typed.length === 1 && name.some((_, at) => name.slice(at).join('').startsWith(joined))) {
    return true;
  }
  return typed.some((word, at) =>
    name.some(
      (each, other) =>
        each.startsWith(word) && hasAll(typed.toSpliced(at, 1), name.toSpliced(other, 1)),
    ),
  );
}

/**
 * The fewest edits that make some of the name's words, in some order, of what was typed. A gap is a letter, and
 * leaving all gaps out is one edit.
 */
function nameDistance(typed: string, name: string[]): number {
  let best = LEVEL.none as number;
  const joined = typed.replaceAll(' ', '');
  const walk = (text: string, left: string[]) => {
    const withGaps = editDistance(typed, text);
    const withoutGaps = 1 + editDistance(joined, text.replaceAll(' ', ''));
    if (text !== '' && withGaps <= editsIn(typed)) best = Math.min(best, withGaps);
    // A typo in joined words ranks like the typo alone.
    if (text !== '' && withoutGaps <= 2) best = Math.min(best, 1);
    if (text.length > typed.length + 2) return;
    left.forEach((word, at) => {
      walk(text === '' ? word : `${text} ${word}`, left.toSpliced(at, 1));
    });
  };
  walk('', name.slice(0, WORDS_MAX));
  return best;
}

/** Letters added, left out, replaced, and neighbors swapped; at most two. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return LEVEL.none;
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, at) => at),
  ];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a.charAt(i - 1) === b.charAt(j - 1);
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1);
      if (i > 1 && j > 1 && isSwap) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > 2) return LEVEL.none;
    [before, last] = [last, row];
  }
  return last[b.length] ?? LEVEL.none;
}
