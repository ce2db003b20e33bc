import { PLATFORMS, type Platform } from '#contract/platforms/registry.ts';
import { cardOf } from './card.ts';
import { type Findable, keysOf, platformBits } from './keys.ts';

/** What the search tables hold about a person or contact. */
export interface Entry {
  owner: number;
  id: number;
  platforms: number;
  card: string;
  /** In order, and how many letters each shares with the one before. */
  keys: string[];
  shared: number[];
  names: string;
}

/** A person or contact as stored; `rank` sorts accounts before the platforms' default order. */
export interface Source extends Omit<Findable, 'accounts'> {
  id: number;
  profileImageHash: string | null;
  phoneNumber: string | null;
  websiteUrl: string | null;
  accounts: { platform: Platform; username: string; rank: number | null }[];
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
  return { owner, id, platforms, card: cardOf(source, accounts), ...found };
}
