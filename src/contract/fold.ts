import { removeInvisible } from './text.ts';

/**
 * The one spelling that names and queries are compared in: small letters without accents, apostrophes
 * or width. Written here, not left to a database's locale, so that every server finds the same people.
 */

/** Letters that no Unicode decomposition takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ƒ: 'f',
  ə: 'e',
  // Greek: the sigma that ends a word.
  ς: 'σ',
  // Arabic and Persian: one letter, several keyboards.
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ة: 'ه',
  ۀ: 'ه',
  ک: 'ك',
  ؤ: 'و',
  ٱ: 'ا',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Written inside one word: they vanish, O'Brien is obrien. Some decompose to a space, so they go first. */
const APOSTROPHES = /['’‘‛`´ʹʻʼʽʾʿˈ′＇״׳"“”„]/gu;

/**
 * Marks that are accents. Others stay, because they make another sound: the strokes of Japanese kana,
 * the vowel signs of Indian scripts.
 */
const ACCENTS =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u06d6-\u06dc]|[\u06df-\u06e8]|[\u06ea-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/gu;

const KATAKANA = /[\u30a1-\u30f6]/gu;
const PLAIN = /^[\w .,/@$-]*$/;

export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return (
    removeInvisible(text)
      .replace(APOSTROPHES, '')
      .normalize('NFKD')
      // ŉ and ẚ are taken apart into a letter and one of them.
      .replace(APOSTROPHES, '')
      .replace(ACCENTS, '')
      .toLowerCase()
      .replace(ACCENTS, '')
      .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
      .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
      .normalize('NFC')
  );
}

/** A word is letters and digits; an emoji is a word of its own. Everything else lies between words. */
const WORDS = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
const ONE_WORD = /^[a-z0-9]+$/;

/** The words of a text that is folded already. */
export function wordsIn(folded: string): string[] {
  if (ONE_WORD.test(folded)) return [folded];
  return folded.match(WORDS) ?? [];
}

/** 'Ana-María O’Brien' → ['ana', 'maria', 'obrien'] */
export function foldWords(text: string): string[] {
  return wordsIn(fold(text));
}

/** The folded words without gaps: 'Ana-María' → 'anamaria', '@ana.92' → 'ana92' */
export function foldCompact(text: string): string {
  return foldWords(text).join('');
}
