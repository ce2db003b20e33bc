import type { Position } from './cursor.ts';
import { type Findable, indexKeys, keysOf } from './keys.ts';
import { matchExactTier } from './match.ts';
import { findNear, type Near, type Slips } from './near.ts';
import type { Card, Found, Place } from './page-query.ts';
import type { Form } from './query.ts';
import { rangeAt, TIER } from './ranges.ts';
import { type Reader, readRanges } from './read-ranges.ts';

/** Somebody else asked already what may have been meant, and has the cards of some of those people. */
export type KnownNear = Near & { cards: Map<number, Card> };

/** Some near matches were listed before: with a few more than a page, one read is mostly enough. */
const SPARE = 4;

/** People who are as many slips away from what was typed, and not found by it as it is. */
export async function listNearPeople(
  reader: Reader,
  form: Form,
  slips: Slips,
  from: Position | undefined,
  known: KnownNear | undefined,
): Promise<Found[]> {
  const near = known ?? (await findNear(reader.pool, form, slips, reader.bits));
  if (near.ranks.length === 0 && near.ranges.length === 0) return [];
  const isFirst = firstNear(form, near);
  const isKept = ({ place, card }: Found) => card === undefined || isFirst(place, card);
  const atHand = known && peopleAtHand(known);
  if (atHand) return atHand.filter(isKept);
  return readRanges(reader, {
    ranks: near.ranks,
    ranksTier: slips === 1 ? TIER.nearId : TIER.farId,
    ranges: near.ranges,
    from: from && from.tier > TIER.words ? from : undefined,
    isKept,
    spare: SPARE,
  });
}

/** Everybody who is near, where all of their cards are known. */
function peopleAtHand({ ranks, ranges, cards }: KnownNear): Found[] | undefined {
  if (ranges.length > 0 || !ranks.every((rank) => cards.has(rank))) return undefined;
  return ranks.map((rank) => ({
    place: { tier: TIER.nearId, key: '', rank },
    range: -1,
    card: cards.get(rank),
  }));
}

const RANGED_TIERS = [TIER.nearName, TIER.nearOne, TIER.nearTwo, TIER.farName];

/** Tells of a near match whether it was not listed before: in a better tier, or by another word of theirs. */
function firstNear(form: Form, { ranks, ranges }: Near) {
  const listed = new Set(ranks);
  const tiers = RANGED_TIERS.map((tier) => ({
    tier,
    ranges: ranges.filter((range) => range.tier === tier),
  }));
  return (place: Place, card: Card): boolean => {
    const person = personOf(card);
    const keys = keysOf(person);
    if (matchExactTier(form, keys) !== undefined) return false;
    if (place.tier === TIER.nearId || place.tier === TIER.farId) return true;
    if (listed.has(place.rank)) return false;
    const own = indexKeys(person, keys);
    for (const each of tiers) {
      const places = own.map((key) => rangeAt(each.ranges, key)).filter((at) => at >= 0);
      if (places.length > 0) {
        return each.tier === place.tier && Math.min(...places) === rangeAt(each.ranges, place.key);
      }
    }
    return false;
  };
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
