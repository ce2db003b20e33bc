import type { SearchResult } from '#contract/directory.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { withCurrentCaution } from './caution.ts';
import { type AtRead, type CardSource, type StoredCard, storedCard } from './stored-card.ts';

export interface Reader {
  isMember: boolean;
  /** In milliseconds. */
  now: number;
}

/** The card as this reader gets it now. */
export function completeCard(
  stored: Pick<StoredCard, 'card' | 'atRead'>,
  { isMember, now }: Reader,
): string {
  const card = withCurrentCaution(stored.card, now);
  if (stored.atRead === null) return card;
  const { membersPhone, reportedUntil = 0 } = JSON.parse(stored.atRead) as AtRead;
  const result = JSON.parse(card) as SearchResult;
  if (isMember && membersPhone !== undefined) result.phoneNumber = membersPhone;
  // Not behind a change of one handle, which the reported person could make for that.
  if (reportedUntil > now && result.caution?.kind !== 'lookalike')
    result.caution = { kind: 'reported' };
  return JSON.stringify(result);
}

/** The card of a person who was read from the database, not found by a search. */
export const currentCard = (source: CardSource, reader: Reader): SearchResult =>
  JSON.parse(completeCard(storedCard(source), reader)) as SearchResult;

/** The username and handles on a card. */
export function idsOnCard(card: string) {
  const result = JSON.parse(card) as SearchResult;
  const accounts = result.platforms.map((platform) => ({
    platform,
    username: result[`${platform}Username`] ?? '',
  }));
  return { username: result.username, accounts };
}

/** No value contains these texts: JSON escapes its quotes. */
const LISTS = [
  { start: '"platforms":["', between: '","', end: '"]' },
  { start: '"handles":[{"platform":"', between: '},{"platform":"', end: '}],"caution":' },
];

/** The same card with this platform listed first. */
export function withPlatformFirst(card: string, platform: Platform): string {
  let sorted = card;
  for (const { start, between, end } of LISTS) {
    const from = sorted.indexOf(start) + start.length;
    const to = sorted.indexOf(end, from);
    const items = sorted.slice(from, to).split(between);
    const at = items.findIndex((item) => item === platform || item.startsWith(`${platform}"`));
    const [first] = items.splice(at, 1);
    if (at <= 0 || first === undefined) return sorted;
    sorted = sorted.slice(0, from) + [first, ...items].join(between) + sorted.slice(to);
  }
  return sorted;
}
