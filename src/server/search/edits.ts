/** Typos: how many slips of the finger are forgiven, and how many there are. */

/** From here on two slips are forgiven. */
export const LONG_WORD = 8;

/** How many slips are forgiven between two words, by the length of the longer. */
export function allowedEdits(a: string, b: string): 0 | 1 | 2 {
  const length = Math.max(a.length, b.length);
  if (length < 4) return 0;
  return length < LONG_WORD ? 1 : 2;
}

/** Whether a word this short may have been meant to be a longer one that forgives a slip. */
export const isForgiving = (typed: string) => typed.length >= 3;

/** The edits between two words, where they are no more than what is forgiven. */
export function forgivenEdits(a: string, b: string): number | undefined {
  const allowed = allowedEdits(a, b);
  const edits = editDistance(a, b, allowed);
  return edits <= allowed ? edits : undefined;
}

/** FNV-1a, as the signed 32-bit integer that PostgreSQL's int4 holds. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    if (unit > 0xff) hash = Math.imul(hash ^ (unit >> 8), 0x01000193);
  }
  return hash | 0;
}

/**
 * Edits between two words, a swap of neighbours counting as one (optimal string alignment), or
 * `limit + 1` as soon as it is sure that there are more.
 */
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
