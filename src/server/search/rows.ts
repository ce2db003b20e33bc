import type { Platform } from '#contract/platforms.ts';
import { type Findable, indexKeys, keysOf, platformBits } from './keys.ts';
import { wordForms } from './word-forms.ts';

/** What the search tables hold about one person. */
export interface PersonRows {
  userId: number;
  rank: number;
  platforms: number;
  keys: string[];
  ids: string[];
  words: string[];
}

/** Raise it when what people are found by changes: the next start writes it anew for everybody. */
export const SEARCH_VERSION = 1;

/** Keys as one text, as `search_people` has them. No key has a line feed. */
export const linesOf = (keys: readonly string[]) => keys.join('\n');

const VERIFIED_RANK = -(2 ** 31);

export const rankOf = (userId: number, isVerified: boolean) =>
  isVerified ? VERIFIED_RANK + userId : userId;

/** Shorter words forgive no typo, and are not within one of a word that does. */
export const SHORTEST_NEAR_WORD = 3;

export function rowsOf(userId: number, person: Findable): PersonRows {
  const keys = keysOf(person);
  return {
    userId,
    rank: rankOf(userId, person.isVerified),
    platforms: platformBits(
      person.accounts.map(({ platform }: { platform: Platform }) => platform),
    ),
    keys: indexKeys(person, keys),
    ids: keys.ids,
    words: keys.words.filter((word) => word.length >= SHORTEST_NEAR_WORD),
  };
}

export const wordRow = (word: string) => ({ word, forms: wordForms(word) });
