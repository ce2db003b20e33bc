import unhomoglyph from 'unhomoglyph';
import { fold, foldCompact, wordsIn } from '#contract/fold.ts';
import { replaceShapes, unboxLetters } from './letter-shapes.ts';

/** Without %, which looks like three characters. */
const ASCII = /^[\x20-\x24\x26-\x7e]*$/;
const ASCII_SHAPES: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'l',
  '!': 'l',
  $: 's',
  '@': 'a',
  I: 'l',
  '|': 'l',
  m: 'rn',
};

/** Each character replaced by the one that it can be taken for, by Unicode TS 39 and by our own table. */
function shapesOf(text: string): string {
  // Most names are ASCII, and the general table is slow.
  if (ASCII.test(text))
    return text.replace(/[01!$@I|m]/g, (letter) => ASCII_SHAPES[letter] ?? letter);
  return unhomoglyph(replaceShapes(text.normalize('NFD')));
}

/** Folded between the two, because I looks like l but i does not, and M becomes m. */
const compare = (text: string) =>
  foldCompact(shapesOf(foldCompact(shapesOf(text)))).replaceAll('w', 'vv');

const PLAIN = /^[a-z0-9 .,'_-]*$/i;
const SIGN = '[\\p{P}\\p{S}\\p{Extended_Pictographic}\\p{Cf}\\p{Variation_Selector}]';
const NO_LETTER = new RegExp(SIGN, 'gu');
const OUTER_SIGNS = new RegExp(`(?<!\\S)${SIGN}+|${SIGN}+(?!\\S)`, 'gu');
/** Marks and modifier letters, except those that belong to a letter of another script: 'राम', '佐々木'. */
const LOOSE_MARKS =
  /(?<=^|[^\p{L}\p{M}]|[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{M}\p{Lm}]+/gu;
const LETTERS_OF_NAMES = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}]+$/u;
const HAN_OR_KANA = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** What a long dash is taken for. */
const HAN_SHAPES = /[\p{sc=Han}ー]/u;

/** Symbols that can be taken for a letter of the name, such as | and ℮, stay. */
function withoutOtherSymbols(text: string): string {
  const hasHan = HAN_OR_KANA.test(text);
  return text
    .split(/\s+/u)
    .map((word) => {
      // Without a letter beside it, a symbol is an ornament.
      if (!/[\p{L}\p{N}]/u.test(word)) return '';
      return word.replace(NO_LETTER, (symbol) => {
        const letters = compare(symbol);
        return LETTERS_OF_NAMES.test(letters) || (hasHan && HAN_SHAPES.test(letters)) ? symbol : '';
      });
    })
    .join(' ');
}

const withoutMarks = (text: string) => text.normalize('NFD').replace(LOOSE_MARKS, '');

/**
 * Two names with a skeleton in common look alike. Only letters and digits are left. A symbol that can be taken for a
 * letter may also be an ornament, so such a name has several: with the letters, with those inside words and without
 * them. A name with a letter that looks like two others has one more, in small letters.
 */
export function skeletonsOf(text: string): string[] {
  if (PLAIN.test(text)) return comparedOf([text]);
  const unboxed = unboxLetters(text);
  const inner = unboxed.replace(OUTER_SIGNS, '');
  const found = comparedOf(
    [
      ...new Set([
        withoutOtherSymbols(unboxed),
        withoutOtherSymbols(inner),
        text.replace(NO_LETTER, ' '),
      ]),
    ].map(withoutMarks),
  );
  return found.length > 0 ? found : comparedOf([unboxed]);
}

/** I looks like l and is i, þ looks like p and is th, υ looks like u and its capital like Y. */
const AMBIGUOUS = /[IÞþυ]/u;
const withOtherLooks = (text: string) =>
  text.toLowerCase().replaceAll('þ', 'p').replaceAll('υ', 'y');

function comparedOf(readings: string[]): string[] {
  const small = readings.filter((each) => AMBIGUOUS.test(each)).map(withOtherLooks);
  const skeletons = new Set([...readings, ...small].map(compare));
  skeletons.delete('');
  return [...skeletons];
}

/** Digits as the letters that they are read as, in words. */
export const DIGIT_LETTERS: Readonly<Record<string, string>> = {
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
};
/** Before a letter, or one alone after a letter. Other digits are numbers: 'Route 66', 'maya2010'. */
const DIGITS_IN_WORDS = /\d+(?=\p{L})|(?<=\p{L})\d(?!\d)/gu;
const NUMBERS = /(?<!\d)(?:\d{2,}|(?<!\p{L})\d)(?![\d\p{L}])/gu;

const withDigitsAsLetters = (text: string) =>
  text.replace(DIGITS_IN_WORDS, (digits) =>
    digits.replace(/\d/g, (digit) => DIGIT_LETTERS[digit] ?? digit),
  );

/** No other skeleton has a 1, so that a loose one with i or l equals only loose ones: 'Ila' is no 'Lia'. */
const merge = (skeletons: readonly string[]) => [
  ...new Set(skeletons.map((each) => each.replace(/[il]/g, '1'))),
];

const ASCII_LETTERS = /^[a-z]+$/i;

/** As somebody reads it who takes i, l and 1 for the same, and digits in words for letters: 'Ver1fled', 'verifi3d'. */
export function looseSkeletonsOf(text: string): string[] {
  // The same, for most words: an import compares each name with many.
  if (ASCII_LETTERS.test(text)) {
    return merge([text.toLowerCase().replaceAll('m', 'rn').replaceAll('w', 'vv')]);
  }
  return merge(skeletonsOf(withDigitsAsLetters(text)));
}

/** An l where names rarely have one, and i is likely: 'Llsa', 'Brlan', 'Erlc', 'Davld', 'Lucla', 'Glna', 'Ollver'. */
const ODD_L = (() => {
  const start = '(?<![\\p{L}\\p{M}])';
  const consonant = '[bcdfghjkmnpqrstvwxz]';
  const places = [
    `${start}l(?=l|${consonant})`,
    `(?:${start}|${consonant})rl`,
    `rl+(?=${consonant})`,
    '[dhjmnqtvwxz]l',
    // As in 'Clara', which is no 'Ciara'.
    '(?<=\\p{L})[bcfgkps]l',
    `[bcfgkps]l+(?=${consonant}|$|\\P{L})`,
    `ll+(?=${consonant})`,
  ];
  return new RegExp(places.join('|'), 'u');
})();
const CAPITAL_I_INSIDE = /\p{Ll}I/u;
const ONLY_LETTERS = /^[a-z .,'_-]*$/i;

/** Whether somebody may have chosen the letters of a name for what they are taken for. Few names are like this. */
function isOdd(text: string, skeletons: readonly string[]): boolean {
  if (!/\p{sc=Latin}/u.test(text)) return false;
  const letters = text.replace(NUMBERS, '');
  const folded = fold(letters);
  if (CAPITAL_I_INSIDE.test(letters) || ODD_L.test(folded)) return true;
  if (ONLY_LETTERS.test(letters)) return false;
  const read = withDigitsAsLetters(letters);
  const asRead = read === text ? skeletons : skeletonsOf(read);
  const plain = wordsIn(folded).join('').replaceAll('m', 'rn').replaceAll('w', 'vv');
  return !asRead.includes(plain);
}

/**
 * What a name is compared by. A verified name has its loose skeleton too, and so has one with odd letters. Others do
 * not, because 'Neil' and 'Nell', or 'Mila' and 'Miia', are different names.
 */
export function looksOfText(text: string, isVerified: boolean): string[] {
  const skeletons = skeletonsOf(text);
  if (!isVerified && !isOdd(text, skeletons)) return skeletons;
  return [...new Set([...skeletons, ...looseSkeletonsOf(text)])];
}
