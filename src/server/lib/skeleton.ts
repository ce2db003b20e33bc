import unhomoglyph from 'unhomoglyph';
import { foldCompact } from '#contract/fold.ts';
import { replaceShapes, unboxLetters } from './letter-shapes.ts';

/** Without %, which looks like three characters. */
const ASCII = /^[\x20-\x24\x26-\x7e]*$/;
const ASCII_SHAPES: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'l',
  '@': 'a',
  I: 'l',
  '|': 'l',
  m: 'rn',
};

/** Each character replaced by the one that it can be taken for, by Unicode TS 39 and by our own table. */
function shapesOf(text: string): string {
  // Most names are ASCII, and the general table is slow.
  if (ASCII.test(text))
    return text.replace(/[01@I|m]/g, (letter) => ASCII_SHAPES[letter] ?? letter);
  return unhomoglyph(replaceShapes(text.normalize('NFD')));
}

/** Folded between the two, because I looks like l but i does not, and M becomes m. */
const compare = (text: string) => foldCompact(shapesOf(foldCompact(shapesOf(text))));

const PLAIN = /^[a-z0-9 .,'_-]*$/i;
const NO_LETTER = /[\p{P}\p{S}\p{Extended_Pictographic}\p{Cf}\p{Variation_Selector}]/gu;
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
 * letter may also be an ornament, so such a name has two: with the letter and without it. A name with a letter that
 * looks like two others has one more, in small letters.
 */
export function skeletonsOf(text: string): string[] {
  if (PLAIN.test(text)) return comparedOf([text]);
  const unboxed = unboxLetters(text);
  const found = comparedOf(
    [withoutOtherSymbols(unboxed), text.replace(NO_LETTER, ' ')].map(withoutMarks),
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
