import { type Findable, indexKeys, keysOf } from './keys.ts';
import { matchExactTier } from './match.ts';
import type { Card, Place } from './page-query.ts';
import type { Form } from './query.ts';
import { type Range, rangeAt, TIER } from './ranges.ts';

/** Whether a near match was not listed before: in a better tier, or behind another word of theirs. */
export function isFirstNear(
  form: Form,
  ranges: Range[],
  seen: Set<number>,
  place: Place,
  card: Card,
): boolean {
  const person = personOf(card);
  const keys = keysOf(person);
  if (matchExactTier(form, keys) !== undefined) return false;
  if (place.tier === TIER.nearId || place.tier === TIER.farId) return true;
  if (seen.has(place.rank)) return false;
  const own = indexKeys(person, keys);
  for (const tier of [TIER.nearName, TIER.nearOne, TIER.nearTwo, TIER.farName]) {
    const inTier = ranges.filter((range) => range.tier === tier);
    const places = own.map((key) => rangeAt(inTier, key)).filter((at) => at >= 0);
    if (places.length > 0) {
      return tier === place.tier && Math.min(...places) === rangeAt(inTier, place.key);
    }
  }
  return false;
}

/** What a card says of somebody, to find them by. */
export function personOf(card: Card): Findable {
  const handles = {
    paypal: card.paypalUsername,
    cashapp: card.cashappUsername,
    applepay: card.applepayUsername,
    venmo: card.venmoUsername,
  };
  const accounts = card.platforms.map((platform) => ({
    platform,
    username: handles[platform] ?? '',
  }));
  return { ...card, accounts };
}
