import type { SearchResult } from '#contract/directory.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { atReadOf, cardOf, completeCard, type Reader, type Source } from './card.ts';
import { withCurrentCaution } from './caution.ts';
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

const accountsInOrder = ({ accounts }: Source) =>
  accounts.toSorted(
    (a, b) =>
      (a.rank ?? 99) - (b.rank ?? 99) ||
      PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform),
  );

/** What a search sends this reader about a person, for whoever has the person already. */
export function currentCard(source: Source, reader: Reader): SearchResult {
  const card = withCurrentCaution(cardOf(source, accountsInOrder(source)), reader.now);
  return JSON.parse(completeCard(card, atReadOf(source), reader)) as SearchResult;
}

export function entryOf(source: Source): Entry {
  const { owner, id } = source;
  const accounts = accountsInOrder(source);
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
