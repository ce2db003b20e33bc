/** Typos: a letter missing, added or wrong, or two neighbors swapped, is one edit. */

/** FNV-1a. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = hashOn(hash, text.charCodeAt(at));
  return hash >>> 0;
}

/** The hash of a text without one of its letters. */
export function hashWithout(text: string, skipped: number): number {
  let hash = 0x811c9dc5;
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

/** Edits between two texts (optimal string alignment), or `limit + 1` as soon as there are more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      if (cost < smallest) smallest = cost;
    }
    if (smallest > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
}

/** The letter at a place and the one before it change places. */
export const swapBefore = (text: string, at: number) =>
  text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1);
