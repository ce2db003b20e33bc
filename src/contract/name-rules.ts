import { PRODUCT_NAME } from './product.ts';

/*
 * What a public name may not contain, so that a name cannot be blank or imitate another. All of these get a name
 * of bounded length in the form in which it is kept.
 */

/** Braille and musical blanks, the placeholder of an embedded object, private-use and unassigned characters. */
const BLANK_OR_UNKNOWN = /[\u2800\ufff9-\ufffc\u{13430}-\u{13446}\u{16fe4}\u{1d159}\p{Co}\p{Cn}]/u;
export const hasBlankOrUnknown = (name: string) => BLANK_OR_UNKNOWN.test(name);

export const hasLetterOrDigit = (name: string) => /[\p{L}\p{N}]/u.test(name);

/** Check marks, shields, medals, badges, emblems and blue circles and diamonds: what people take for a verified badge. */
const BADGES =
  /[\u221a-\u221c\u237b\u23b7\u2611\u2705\u2713\u2714\u269c\u26c9\u26ca\u26e8\u272a\u{10102}\u{101db}\u{1f396}\u{1f397}\u{1f3c5}\u{1f3f5}\u{1f3f6}\u{1f4a0}\u{1f4db}\u{1f530}\u{1f531}\u{1f535}\u{1f537}\u{1f539}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f947}-\u{1f949}\u{1faaa}\u{1fbb1}]/u;
/** Letters that are drawn like a check mark, outside the words of their script, such as 'レ・ミゼラブル'. */
const CHECK_LETTER = new RegExp(
  [
    ['\\uaa9c', '\\p{sc=Tai_Viet}'],
    ['\\u2c71', '\\p{sc=Latin}'],
    // The family name Lê may begin a name: 'レ ヴァン'.
    ['[\\u30ec\\u31fe](?!\\s\\p{sc=Katakana})', '[\\p{sc=Katakana}\\p{sc=Hiragana}\\p{sc=Han}ー]'],
  ]
    .map(([letter, others]) => `(?<!${others}・?)${letter}(?!・?${others})`)
    .join('|'),
  'u',
);
export const hasBadge = (name: string) => BADGES.test(name) || CHECK_LETTER.test(name);

const BOXED_LETTER =
  '\\u24b6-\\u24e9\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}';
const LONE_BOXED_V = new RegExp(
  `(?<![${BOXED_LETTER}])[\\u24cb\\u24e5\\u{1f145}\\u{1f165}\\u{1f185}]+(?![${BOXED_LETTER}])`,
  'u',
);
/** Looks like a badge, except in a word of such letters. Checks the name as typed: normalization turns Ⓥ into a letter. */
export const hasBoxedV = (typed: string) => LONE_BOXED_V.test(typed);

/** Checks the name as typed: normalization turns ™ into the letters TM. */
export const hasTrademark = (typed: string) => /[©®™℠]/u.test(typed);

// Spacing marks stand beside their letter, and Tibetan letters below another one count as letters: 'ကျော်' and 'སྒྲོལ་མ' are
// everyday names.
const STACK = /(?:(?![\u0f90-\u0fbc])[\p{Mn}\p{Me}]){3}/u;

/** More than two combining marks on a letter, the mark of an accented letter included. */
export function hasMarkStack(name: string): boolean {
  // A letter that has a character of its own, such as 'ᾧ', is fine by itself.
  return STACK.test(name.replace(/\p{L}(?!\p{M})/gu, 'x').normalize('NFD'));
}

const lettersOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** What each letter of the product's name is often imitated with. The server knows every look-alike. */
const IMITATIONS: Readonly<Record<string, string>> = {
  a: 'аαɑ4',
  f: 'ƒ',
  k: 'кκ',
  l: 'iіıӏ1',
  o: 'оοσօ0',
  p: 'рρ',
  y: 'уүγ',
};

const PLAIN = new Map(
  Object.entries(IMITATIONS).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
);
const plainLetters = (word: string) =>
  [...lettersOf(word)].map((letter) => PLAIN.get(letter) ?? letter).join('');

/** Other signs belong to a word: 'Pay.folks'. */
const GAPS = /[\s\p{Pd}]+/u;

/**
 * Whether a word contains the product's name, or words side by side make it: 'Pay-folk Team', but not 'Pay Folkerts'.
 * `readingsOf` returns what a word can be read as, the product's name as well.
 */
export function findProduct(readingsOf: (word: string) => string[]): (name: string) => boolean {
  const [product = ''] = readingsOf(PRODUCT_NAME);
  return (name) => {
    // Most words are looked at several times.
    const known = new Map<string, string[]>();
    const readings = (word: string) => {
      const found = known.get(word) ?? readingsOf(word);
      known.set(word, found);
      return found;
    };
    const isInWord = (word: string) => readings(word).some((each) => each.includes(product));
    return (
      name.split(GAPS).some(isInWord) ||
      wordLists(name).some((words) => makeProduct(words, product, readings))
    );
  };
}

/** A number or an s may follow: 'Pay Folks'. */
const ENDING = /(?:\p{Nd}+|s)$/iu;

function makeProduct(
  words: string[],
  product: string,
  readingsOf: (word: string) => string[],
): boolean {
  // For the words so far: with how many letters of the product's name they can end.
  let lengths = new Set<number>();
  for (const word of words) {
    const readings = [...new Set([word, word.replace(ENDING, '') || word])].flatMap(readingsOf);
    const next = new Set<number>();
    for (const length of [0, ...lengths]) {
      for (const each of readings) {
        if (product.startsWith(each, length)) next.add(length + each.length);
      }
    }
    if (next.has(product.length)) return true;
    lengths = next;
  }
  return false;
}

const SIGNS = /[^\p{L}\p{M}\p{N}\s]+/gu;

/** The smallest words: 'FolkTeam' is two. A sign may be part of a word or a gap: 'P@y Folk', '(Pay Folk)'. */
function wordLists(name: string): string[][] {
  const apart = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/['’]/gu, ' ');
  return [...new Set([apart, apart.replace(SIGNS, ' ')])].map((text) => text.split(GAPS));
}

export const hasProductName = findProduct((word) => [plainLetters(word)]);
