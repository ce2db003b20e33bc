import { AS_TWO_LETTERS, SCRIPTS, type Table } from './script-tables.ts';

/**
 * Other ways to write the same name. Names are indexed in every spelling and queries are read in every
 * spelling, so Müller, Mueller and Muller meet, and so do Юлия and Yulia.
 */

/** Two letters that are written together in another way than one by one go first. */
function transliterate(text: string, table: Table): string {
  let latin = '';
  for (let at = 0; at < text.length; ) {
    const pair = text.slice(at, at + 2);
    const known = pair.length === 2 ? table[pair] : undefined;
    const letter = text.charAt(at);
    const asFirst = LETTER.test(text.charAt(at - 1)) ? undefined : table[`^${letter}`];
    latin += known ?? asFirst ?? table[letter] ?? letter;
    at += known === undefined ? 1 : 2;
  }
  return latin;
}

/** Also what is inside a word: apostrophes and stress marks. */
const LETTER = /[\p{L}\p{M}'’]/u;
const PLAIN = /^\p{ASCII}*$/u;
const TWO_LETTERS = new RegExp(`[${Object.keys(AS_TWO_LETTERS).join('')}]`, 'gu');
/** Accents on Greek vowels; й and ё are letters of their own. */
const GREEK_ACCENTS = /(?<=\p{sc=Greek}\p{M}*)\p{M}/gu;

/** A text and up to four other spellings of it. */
export function spellingsOf(text: string): string[] {
  if (PLAIN.test(text)) return [text];
  const letters = text.normalize('NFC').toLowerCase();
  const spellings = new Set([text]);
  const expanded = letters.replace(TWO_LETTERS, (letter) => AS_TWO_LETTERS[letter] ?? letter);
  if (expanded !== letters) spellings.add(expanded);
  for (const { script, schemes } of SCRIPTS) {
    if (!script.test(letters)) continue;
    const bare = letters.normalize('NFD').replace(GREEK_ACCENTS, '').normalize('NFC');
    for (const table of schemes) spellings.add(transliterate(bare, table));
  }
  return [...spellings].slice(0, 5);
}
