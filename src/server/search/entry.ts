import type { SearchResult } from '#contract/directory.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { atReadOf, cardOf, completeCard, type Reader, type Source } from './card.ts';
import { withCurrentCaution } from './caution.ts';
import { keysOf, platformBits } from './keys.ts';

/** The stored part of a search result. */
export interface StoredCard {
  id: number;
  card: string;
  /** What is added to the card when it is read; see card.ts. */
  atRead: string | null;
}

/** What the search tables hold about a person or contact. */
export interface Entry extends StoredCard {
  owner: number;
  platforms: number;
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
  const { card, atRead } = storedCard(source);
  const current = withCurrentCaution(card, reader.now);
  return JSON.parse(completeCard(current, atRead, reader)) as SearchResult;
}

export const storedCard = (source: Source): StoredCard => ({
  id: source.id,
  card: cardOf(source, accountsInOrder(source)),
  atRead: atReadOf(source),
});

export function entryOf(source: Source): Entry {
  const platforms = platformBits(source.accounts.map(({ platform }) => platform));
  return { owner: source.owner, platforms, ...storedCard(source), ...keysOf(source) };
}
