import { randomInt } from 'node:crypto';
import { USERNAME } from '#contract/fields.ts';
import { fold } from '#contract/fold.ts';
import { isReservedUsername } from './reserved-usernames.ts';
import { spellingsOf } from './spellings.ts';

/** Too short by itself; it gets a number. */
const SHORTEST_NAME = 2;
const GREEK = /\p{sc=Greek}/u;
const NOT_LATIN = /[\p{sc=Cyrillic}\p{sc=Greek}]/u;

/**
 * What a username from a name starts with: 'Joe’s Pizza' becomes joes.pizza, 'Юлия' becomes yulia, 'Jo' becomes jo.
 * Other names become 'member': in scripts that we have no Latin spelling for, or reserved.
 */
export function usernameFrom(name: string): string {
  const latin = fold(latinSpelling(name))
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
  const base = latin.slice(0, USERNAME.max).replace(/\.$/, '');
  const isLongEnough =
    base.length >= USERNAME.min || (base.length === SHORTEST_NAME && /^[a-z]+$/.test(base));
  return isLongEnough && !isReservedUsername(base) ? base : 'member';
}

/** The usual one: in Greek the first, Papadopoulou; in Cyrillic the shortest, Yulia. */
function latinSpelling(name: string): string {
  if (!NOT_LATIN.test(name)) return name;
  const spellings = spellingsOf(name).filter((each) => !NOT_LATIN.test(each));
  if (!GREEK.test(name)) spellings.sort((a, b) => a.length - b.length);
  return spellings[0] ?? name;
}

/** Usernames to try: small numbers first, random ones when many users share the name. */
export function usernameCandidates(base: string, round: number): string[] {
  const bare = round === 0 && base.length >= USERNAME.min ? [base] : [];
  const numbered = numbersOf(round).map(
    (number) => `${base.slice(0, USERNAME.max - String(number).length)}${number}`,
  );
  // Cut, or with a digit read as a letter, a name may be one that is reserved.
  return [...bare, ...numbered].filter((candidate) => !isReservedUsername(candidate));
}

function numbersOf(round: number): number[] {
  if (round === 0) return [2, 3, 4, 5, 6, 7, 8, 9];
  const limit = 10 ** Math.min(3 + 2 * round, 9);
  return Array.from({ length: 8 }, () => randomInt(10, limit));
}
