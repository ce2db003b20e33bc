/** The card's arch has room for this many letters. */
const LETTERS_AT_MOST = 4;

/** Words without a letter or digit, such as '&' or an emoji, do not count. */
function firstLetters(name: string): string[] {
  return name
    .split(/\s+/u)
    .flatMap((word) => word.match(/[\p{L}\p{N}]/u) ?? [])
    .map((letter) => letter.toLocaleUpperCase('en'));
}

/** The first letters of all words: 'Maya Okafor' gives MO. */
export function initials(name: string): string {
  return firstLetters(name).slice(0, LETTERS_AT_MOST).join('') || 'U';
}

/** First and last word only, for the small avatar in the header. */
export function shortInitials(name: string): string {
  const letters = firstLetters(name);
  const last = letters.length > 1 ? letters.at(-1) : '';
  return `${letters[0] ?? 'U'}${last}`;
}
