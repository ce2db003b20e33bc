import { randomInt } from 'node:crypto';

const MAX_LENGTH = 30;
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A username from a name: 'Joe’s Pizza' becomes joes.pizza. Names without Latin letters become 'member'. */
export function usernameFrom(name: string): string {
  const latin = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[\p{M}'’`]/gu, '')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
  const base = latin.slice(0, MAX_LENGTH).replace(/\.$/, '');
  return base.length >= 3 ? base : 'member';
}

/** What to try where a username is taken: small numbers first, random ones once many share the name. */
export function usernameCandidates(base: string, round: number): string[] {
  const numbered = (number: number | string) =>
    `${base.slice(0, MAX_LENGTH - String(number).length)}${number}`;
  if (round === 0) return [base, ...[2, 3, 4, 5, 6, 7, 8, 9].map(numbered)];
  const limit = 10 ** Math.min(3 + 2 * round, 9);
  return Array.from({ length: 8 }, () => numbered(randomInt(10, limit)));
}
