import { PLATFORMS } from '#contract/platforms/registry.ts';
import { atReadOf, cardOf, type Source } from './card.ts';
import { keysOf, platformBits } from './keys.ts';

/** What the search tables hold about a person or contact. */
export interface Entry {
  owner: number;
  id: number;
  platforms: number;
  card: string;
  /** What is added to the card when it is read; see card.ts. */
  atRead: string | null;
  /** In order, and how many letters each shares with the one before. */
  keys: string[];
  shared: number[];
  names: string;
}

export function entryOf(source: Source): Entry {
  const { owner, id } = source;
  const accounts = source.accounts.toSorted(
    (a, b) =>
      (a.rank ?? 99) - (b.rank ?? 99) ||
      PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform),
  );
  const found = keysOf(source);
  const platforms = platformBits(accounts.map(({ platform }) => platform));
  return {
    owner,
    id,
    platforms,
    card: cardOf(source, accounts),
    atRead: atReadOf(source),
    ...found,
  };
}
