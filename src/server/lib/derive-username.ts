import { randomInt } from 'node:crypto';
import { USERNAME } from '#contract/fields.ts';
import { fold } from '#contract/fold.ts';
import { isReservedUsername } from './reserved-usernames.ts';

/** A username from a name: 'Joe’s Pizza' becomes joes.pizza. Other names become 'member': without Latin letters, or reserved. */
export function usernameFrom(name: string): string {
  const latin = fold(name)
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
  const base = latin.slice(0, USERNAME.max).replace(/\.$/, '');
  return base.length >= USERNAME.min && !isReservedUsername(base) ? base : 'member';
}

/** Usernames to try: small numbers first, random ones when many users share the name. */
export function usernameCandidates(base: string, round: number): string[] {
  const numbered = (number: number | string) =>
    `${base.slice(0, USERNAME.max - String(number).length)}${number}`;
  if (round === 0) return [base, ...[2, 3, 4, 5, 6, 7, 8, 9].map(numbered)];
  const limit = 10 ** Math.min(3 + 2 * round, 9);
  return Array.from({ length: 8 }, () => numbered(randomInt(10, limit)));
}
