/**
 * Usernames and handles with a typo. There are too many of them to keep in memory, so each is indexed by what
 * remains when one part is left out: a typo leaves the other parts as they were. The last part is short,
 * because numbers at the end are what tells usernames apart; a typo in there is found by guessing.
 */

const SHORTEST = 4;

/** Where a text of some length is cut in three. */
function cutsOf(length: number): [number, number] {
  const end = length - 2;
  return [Math.ceil(end / 2), end];
}

const withoutMiddle = (length: number, start: string, end: string) => `1${length} ${start} ${end}`;
const withoutStart = (length: number, middle: string, end: string) => `2${length} ${middle} ${end}`;

/** What a username or handle is indexed by. */
export function endParts(id: string): string[] {
  if (id.length < SHORTEST) return [];
  const [one, two] = cutsOf(id.length);
  const end = id.slice(two);
  return [
    withoutMiddle(id.length, id.slice(0, one), end),
    withoutStart(id.length, id.slice(one, two), end),
  ];
}

/** What a typed text with one typo is looked up by: parts, and whole usernames or handles. */
export function idGuesses(typed: string): { parts: Set<string>; ids: Set<string> } {
  const parts = new Set<string>();
  const ids = new Set<string>();
  for (const length of [typed.length - 1, typed.length, typed.length + 1]) {
    if (length < SHORTEST) continue;
    addParts(parts, typed, length);
    const [, two] = cutsOf(length);
    for (const end of corrections(typed.slice(two), typed.length - length)) {
      ids.add(typed.slice(0, two) + end);
    }
  }
  // Two letters swapped across a cut change two parts, so they are swapped back.
  for (const at of cutsOf(typed.length)) {
    if (at < 1 || at >= typed.length) continue;
    const swapped = swapBefore(typed, at);
    ids.add(swapped);
    addParts(parts, swapped, typed.length);
  }
  ids.delete(typed);
  return { parts, ids };
}

function addParts(parts: Set<string>, typed: string, length: number) {
  const [one, two] = cutsOf(length);
  const shift = typed.length - length;
  if (one + shift < 0) return;
  const end = typed.slice(two + shift);
  parts.add(withoutMiddle(length, typed.slice(0, one), end));
  parts.add(withoutStart(length, typed.slice(one + shift, two + shift), end));
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Every text one typo away; `longer` says how much longer the typo made it. */
function* corrections(text: string, longer: number) {
  for (let at = 0; at <= text.length; at += 1) {
    const [before, behind] = [text.slice(0, at), text.slice(at)];
    if (longer === -1) for (const letter of LETTERS) yield before + letter + behind;
    if (at === text.length) return;
    if (longer === 1) yield before + behind.slice(1);
    if (longer !== 0) continue;
    for (const letter of LETTERS) yield before + letter + behind.slice(1);
    if (at > 0) yield swapBefore(text, at);
  }
}

const swapBefore = (text: string, at: number) =>
  text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1);
