import { hash32, swapBefore } from './edits.ts';

/**
 * Usernames and handles with a typo. There are too many of them to keep in memory, so each is indexed by what is left
 * when one part is left out: a typo in that part leaves the rest as it was. The last two letters are left out one at a
 * time, because the numbers at the end are what tells usernames apart.
 */
const SHORTEST = 5;
const LONGEST = 60;

/** Where a text of some length is cut in three. */
function cutsOf(length: number): [number, number] {
  const end = length - 2;
  return [Math.ceil(end / 2), end];
}

const partOf = (kind: string, rest: string) => kind + hash32(rest).toString(36);
const withoutLetter = (text: string, fromEnd: number) =>
  partOf('e', `${text.slice(0, text.length - fromEnd)} ${text.slice(text.length - fromEnd + 1)}`);

export function partsOf(id: string): string[] {
  if (id.length < SHORTEST || id.length > LONGEST) return [];
  return [...partsOfLength(id, id.length), withoutLetter(id, 1), withoutLetter(id, 2)];
}

/** What a typed text is looked up by, if it has one typo. */
export function guessedParts(typed: string): Set<string> {
  const parts = new Set<string>();
  if (typed.length < SHORTEST - 1 || typed.length > LONGEST) return parts;
  for (const length of [typed.length - 1, typed.length, typed.length + 1]) {
    for (const part of partsOfLength(typed, length)) parts.add(part);
  }
  // Two letters swapped across a cut change two parts, so they are swapped back.
  for (const at of cutsOf(typed.length)) {
    for (const part of partsOfLength(swapBefore(typed, at), typed.length)) parts.add(part);
  }
  // At the end: a letter wrong, one missing, two swapped, one too many.
  const [start, last] = [typed.slice(0, -1), typed.slice(-1)];
  parts.add(withoutLetter(typed, 1)).add(withoutLetter(typed, 2));
  parts.add(partOf('e', `${typed} `)).add(partOf('e', `${start} ${last}`));
  parts
    .add(partOf('e', `${start.slice(0, -1)}${last} `))
    .add(partOf('e', `${start.slice(0, -1)} `));
  return parts;
}

function partsOfLength(typed: string, length: number): string[] {
  const [one, two] = cutsOf(length);
  const shift = typed.length - length;
  const end = typed.slice(two + shift);
  return [
    partOf('m', `${length} ${typed.slice(0, one)} ${end}`),
    partOf('s', `${length} ${typed.slice(one + shift, two + shift)} ${end}`),
  ];
}
