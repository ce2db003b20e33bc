/** The card's arch has room for this many letters. */
const LETTERS_AT_MOST = 4;

function firstLetters(name: string): string[] {
  return name
    .trim()
    .split(/\s+/u)
    .flatMap((word) => [...word].slice(0, 1))
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
