import { nearValues, readNear } from './near.ts';
import type { KnownNear } from './near-people.ts';
import { type Found, listPageAndNear } from './page-query.ts';
import type { Form } from './query.ts';
import { exactRanges, TIER } from './ranges.ts';
import type { Reader } from './read-ranges.ts';

/** What is known of each reading of a query before it is tried. */
export interface Ahead {
  found: Found[][];
  near: KnownNear[];
}

/**
 * Long words and words with digits are mostly usernames. Hardly anybody is found by the beginning of a
 * whole one, so near matches will be wanted too, or instead: the first page is asked for in one statement.
 */
export async function lookAhead(
  { pool, bits, want }: Reader,
  forms: readonly Form[],
): Promise<Ahead | undefined> {
  const [first] = forms;
  if (bits !== 0 || first?.kind !== 'one' || !/\d|.{8}/u.test(first.word)) return undefined;
  const asked = nearValues(first, 1, bits);
  if (!asked) return undefined;
  const request = {
    id: first.word,
    ranks: [],
    ranksTier: TIER.nearId,
    ranges: forms.flatMap(exactRanges),
    platformBits: bits,
    limit: want,
  };
  const { page, near, cards } = await listPageAndNear(pool, request, asked);
  const ofFirst = exactRanges(first).length;
  return {
    found: [
      page.filter(({ range }) => range < ofFirst),
      page.filter(({ range }) => range >= ofFirst),
    ],
    near: [{ ...readNear(first, 1, near), cards }],
  };
}
