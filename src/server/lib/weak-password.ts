import { PRODUCT_NAME } from '#contract/product.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

interface Person {
  name: string;
  screenName?: string | null | undefined;
  username?: string | null | undefined;
  email?: string | null | undefined;
}

/** Why a password is weak, as a sentence; undefined if it is fine. */
export function passwordWeakness(password: string, person: Person): string | undefined {
  if (isCommon(password)) return 'This password is too common. Please choose another.';
  if (isMadeOf(password, wordsOf(person))) {
    return 'This password is too close to your name or email. Please choose another.';
  }
  return undefined;
}

const BLANK = /^[\s\p{C}\p{Z}]*$/u;

/** With a year or a few digits they are as common as the passwords on any list. */
const COMMON_WORDS = [
  ...['password', 'welcome', PRODUCT_NAME.toLowerCase()],
  ...['spring', 'summer', 'autumn', 'fall', 'winter'],
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

function isCommon(password: string): boolean {
  return (
    COMMON_PASSWORDS.has(password.toLowerCase()) ||
    BLANK.test(password) ||
    isSequence(password) ||
    isMadeOf(password, COMMON_WORDS)
  );
}

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const NEIGHBORS = new Set(
  ROWS.flatMap((row) =>
    [...row].slice(1).flatMap((key, index) => [`${row[index]}${key}`, `${key}${row[index]}`]),
  ),
);

/** One or two runs of the same character or of neighbors: aaaaaaaa, abcd4321, qwertyui. */
function isSequence(password: string): boolean {
  const keys = [...password.toLowerCase()];
  const breaks = keys.slice(1).filter((key, index) => {
    const previous = keys[index];
    return key !== previous && !NEIGHBORS.has(`${previous}${key}`);
  });
  return breaks.length <= 1;
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, ' ');

function wordsOf({ name, screenName, username, email }: Person): string[] {
  const texts = [name, screenName, username, email].map((text) => plain(text ?? ''));
  return texts
    .flatMap((text) => [text.replaceAll(' ', ''), ...text.split(' ')])
    .filter((word) => word.length >= 3 && /\p{L}/u.test(word));
}

/** True if taking these words out leaves nothing but digits and signs. */
function isMadeOf(password: string, words: string[]): boolean {
  const whole = plain(password).replaceAll(' ', '');
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && !/\p{L}/u.test(rest);
}
