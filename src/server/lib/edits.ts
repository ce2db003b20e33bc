/** Typos: a letter missing, added or wrong, or two neighbors swapped, is one edit. */

const NOTHING = 0x811c9dc5;

/** FNV-1a. */
export function hash32(text: string): number {
  return hashMore(NOTHING, text, text.length) >>> 0;
}

/** The hash of two texts with a gap between them, of the other one only its first letters. */
export function hashPair(text: string, other: string, letters: number): number {
  const hash = hashOn(hashMore(NOTHING, text, text.length), GAP);
  return hashMore(hash, other, Math.min(letters, other.length)) >>> 0;
}
const GAP = 0x20;

function hashMore(before: number, text: string, letters: number): number {
  let hash = before;
  for (let at = 0; at < letters; at += 1) hash = hashOn(hash, text.charCodeAt(at));
  return hash;
}

/** The hash of a text without one of its letters. */
export function hashWithout(text: string, skipped: number): number {
  let hash = NOTHING;
  for (let at = 0; at < text.length; at += 1) {
    if (at !== skipped) hash = hashOn(hash, text.charCodeAt(at));
  }
  return hash >>> 0;
}

const hashOn = (hash: number, unit: number) =>
  Math.imul(Math.imul(hash ^ (unit & 0xff), 0x01000193) ^ (unit >> 8), 0x01000193);

/** Whether one edit, and no less, leads from one text to the other. */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start += 1;
  if (short.length === long.length) {
    if (start === long.length) return false;
    if (short.slice(start + 1) === long.slice(start + 1)) return true;
    return (
      short.charCodeAt(start) === long.charCodeAt(start + 1) &&
      short.charCodeAt(start + 1) === long.charCodeAt(start) &&
      short.slice(start + 2) === long.slice(start + 2)
    );
  }
  return short.slice(start) === long.slice(start + 1);
}

/** Each letter takes one bit, and bitwise operators work on 32. */
export const DISTANCE_LETTERS_MAX = 32;

/**
 * Counts the edits from a text of 1 to 32 letters to others: the table of optimal string alignment, a column at a time
 * in the bits of a number (Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances").
 * Returns `limit + 1` as soon as there are more.
 */
export function distanceFrom(text: string, limit: number): (other: string) => number {
  const placesOf = new Map<number, number>();
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    placesOf.set(unit, (placesOf.get(unit) ?? 0) | (1 << at));
  }
  const last = 1 << (text.length - 1);
  return (other) => {
    // Bits where the table grows or falls by one from a letter of the text to the next.
    let [grows, falls, isSame, placesBefore] = [-1, 0, 0, 0];
    let distance = text.length;
    for (let at = 0; at < other.length; at += 1) {
      const places = placesOf.get(other.charCodeAt(at)) ?? 0;
      const isSwapped = ((~isSame & places) << 1) & placesBefore;
      isSame = (((places & grows) + grows) ^ grows) | places | falls | isSwapped;
      let growsAcross = falls | ~(isSame | grows);
      let fallsAcross = isSame & grows;
      if (growsAcross & last) distance += 1;
      if (fallsAcross & last) distance -= 1;
      growsAcross = (growsAcross << 1) | 1;
      fallsAcross <<= 1;
      grows = fallsAcross | ~(isSame | growsAcross);
      falls = growsAcross & isSame;
      placesBefore = places;
      // The letters to come can take away one edit each.
      if (distance - (other.length - 1 - at) > limit) return limit + 1;
    }
    return distance;
  };
}

/** The letter at a place and the one before it change places. */
export const swapBefore = (text: string, at: number) =>
  text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1);
