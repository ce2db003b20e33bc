/**
 * Typos. A word is found behind one or two slips of the finger because both the stored word and the
 * typed one, with one or two letters left out, meet in a common form (a deletion neighbourhood).
 */

/** How many slips are forgiven between two words, by the length of the longer. */
export function allowedEdits(a: string, b: string): 0 | 1 | 2 {
  const length = Math.max(a.length, b.length);
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** Whether a word this short may have been meant to be a longer one that forgives a slip. */
export const isForgiving = (typed: string) => typed.length >= 3;

/** The edits between two words, where they are no more than what is forgiven. */
export function forgivenEdits(a: string, b: string): number | undefined {
  const allowed = allowedEdits(a, b);
  const edits = editDistance(a, b, allowed);
  return edits <= allowed ? edits : undefined;
}

/**
 * The forms without two letters grow with the square of a word's length. Longer words than this are kept
 * by their thirds instead: two slips leave one third as it was.
 */
const NEIGHBOURHOOD_MAX = 12;

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

function deletions(word: string, into: Set<string>) {
  for (let at = 0; at < word.length; at += 1) into.add(word.slice(0, at) + word.slice(at + 1));
}

/** A word and what is left of it without so many letters. */
function neighbourhood(word: string, lost: 0 | 1 | 2): Set<string> {
  const forms = new Set([word]);
  if (lost === 0) return forms;
  const once = new Set<string>();
  deletions(word, once);
  for (const form of once) forms.add(form);
  if (lost === 2) for (const form of once) deletions(form, forms);
  return forms;
}

const thirds = (length: number) => [
  0,
  Math.floor(length / 3),
  Math.floor((length * 2) / 3),
  length,
];

const third = (length: number, nth: number, text: string) => `${length}\u0001${nth}\u0001${text}`;

/** What a word is kept under, hashed. */
export function nearHashes(word: string): number[] {
  if (word.length <= NEIGHBOURHOOD_MAX) {
    return hashAll(neighbourhood(word, allowedEdits(word, word)));
  }
  const cut = thirds(word.length);
  return hashAll(
    [0, 1, 2].map((nth) => third(word.length, nth, word.slice(cut[nth], cut[nth + 1]))),
  );
}

/** What a word is looked up by that was typed with the slips we forgive; hashed alike. */
export function nearProbes(typed: string): number[] {
  // Up to two letters may be missing: the word meant decides how many slips there may be.
  const slips = typed.length < 6 ? 1 : 2;
  const isShort = typed.length <= NEIGHBOURHOOD_MAX + slips;
  const forms = isShort ? neighbourhood(typed, typed.length < 4 ? 0 : slips) : new Set<string>();
  const shortest = Math.max(NEIGHBOURHOOD_MAX + 1, typed.length - slips);
  for (let length = shortest; length <= typed.length + slips; length += 1) {
    const cut = thirds(length);
    for (let nth = 0; nth < 3; nth += 1) {
      // Letters added or lost before a third move it.
      for (let shift = nth === 0 ? 0 : -slips; shift <= (nth === 0 ? 0 : slips); shift += 1) {
        const [from = 0, to = 0] = [cut[nth], cut[nth + 1]];
        forms.add(third(length, nth, typed.slice(from + shift, to + shift)));
      }
    }
  }
  return hashAll(forms);
}

const hashAll = (forms: Iterable<string>) => [...new Set([...forms].map(hash32))];

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

/**
 * Usernames are nearly all different, so a neighbourhood of each would outgrow the people. They are cut
 * in three instead: one edit leaves two of the parts as they are. The last part is short because
 * numbers at the end are what tells usernames apart.
 */
function cuts(length: number): [number, number] {
  const end = Math.max(0, length - 2);
  return [Math.ceil(end / 2), end];
}

const partHash = (which: number, length: number, first: string, second: string) =>
  hash32(`${which}${length}\u0001${first}\u0001${second}`);

export interface IdParts {
  startMiddle: number;
  startEnd: number;
  middleEnd: number;
}

export function idParts(id: string): IdParts {
  const [one, two] = cuts(id.length);
  const [start, middle, end] = [id.slice(0, one), id.slice(one, two), id.slice(two)];
  return {
    startMiddle: partHash(0, id.length, start, middle),
    startEnd: partHash(1, id.length, start, end),
    middleEnd: partHash(2, id.length, middle, end),
  };
}

/** What an id one edit away from the typed one can have in common with it. */
export function idProbes(typed: string) {
  const probes = {
    startMiddle: [] as number[],
    startEnd: [] as number[],
    middleEnd: [] as number[],
    swapped: [] as string[],
  };
  for (const length of [typed.length - 1, typed.length, typed.length + 1]) {
    const [one, two] = cuts(length);
    const shift = typed.length - length;
    const start = typed.slice(0, one);
    const endAt = two + shift;
    if (endAt < 0 || one + shift < 0) continue;
    const end = typed.slice(endAt);
    probes.startMiddle.push(partHash(0, length, start, typed.slice(one, two)));
    probes.startEnd.push(partHash(1, length, start, end));
    probes.middleEnd.push(partHash(2, length, typed.slice(one + shift, endAt), end));
  }
  // Two neighbours swapped across a cut change both parts: few enough to be looked up whole.
  for (const cut of cuts(typed.length)) {
    if (cut < 1 || cut >= typed.length) continue;
    const [left, right] = [typed.charAt(cut - 1), typed.charAt(cut)];
    probes.swapped.push(typed.slice(0, cut - 1) + right + left + typed.slice(cut + 1));
  }
  return probes;
}
