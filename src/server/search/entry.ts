import { type CardSource, type StoredCard, storedCard } from '#server/cards/stored-card.ts';
import { type Findable, keysOf, type PersonKeys, platformBits } from './keys.ts';

/** What the database has about a person or contact that is indexed. */
export interface EntrySource extends CardSource, Omit<Findable, 'accounts'> {}

/** What the search tables hold about a person or contact. */
export interface Entry extends StoredCard, PersonKeys {
  owner: number;
  platforms: number;
}

export function entryOf(source: EntrySource): Entry {
  const platforms = platformBits(source.accounts.map(({ platform }) => platform));
  return { owner: source.owner, platforms, ...storedCard(source), ...keysOf(source) };
}
