import { hash32 } from './edits.ts';

/**
 * Long words and usernames are too many, or have too many neighbours, to be kept by everything that a
 * slip can leave of them. They are cut in three and kept by two of the parts: one slip leaves two of
 * them as they were. Behind two slips only one part may be left; then the second part is guessed, one
 * letter at a time, which costs a few thousand look-ups and is only done where nobody is closer.
 */
export interface Parts {
  startMiddle: number;
  startEnd: number;
  middleEnd: number;
}
type Which = keyof Parts;

/** The same for what was typed: everything that somebody meant may be kept under. */
export type Probes = Record<Which, Set<number>>;

/** Where a text of some length is cut. */
type Cut = (length: number) => readonly [number, number];

/** The last part is short: numbers at the end are what tells usernames apart. */
const cutId: Cut = (length) => {
  const end = Math.max(0, length - 2);
  return [Math.ceil(end / 2), end];
};
const cutWord: Cut = (length) => [Math.floor(length / 3), Math.floor((length * 2) / 3)];

const NUMBERS: Record<Which, number> = { startMiddle: 0, startEnd: 1, middleEnd: 2 };

const partHash = (which: Which, length: number, first: string, second: string) =>
  hash32(`${NUMBERS[which]}${length}\u0001${first}\u0001${second}`);

function partsOf(text: string, cut: Cut): Parts {
  const { length } = text;
  const [one, two] = cut(length);
  const [start, middle, end] = [text.slice(0, one), text.slice(one, two), text.slice(two)];
  return {
    startMiddle: partHash('startMiddle', length, start, middle),
    startEnd: partHash('startEnd', length, start, end),
    middleEnd: partHash('middleEnd', length, middle, end),
  };
}

export const wordParts = (word: string) => partsOf(word, cutWord);
export const wordProbes = (typed: string, slips: 1 | 2) => probesOf(typed, cutWord, slips);

/** Start and middle are all that many usernames have in common, so they are not kept by those two. */
export function idParts(id: string): Omit<Parts, 'startMiddle'> {
  const { startEnd, middleEnd } = partsOf(id, cutId);
  return { startEnd, middleEnd };
}

export interface IdProbes extends Omit<Probes, 'startMiddle'> {
  /** Whole usernames: everything one slip in the short end away, and swaps across a cut. */
  whole: Set<string>;
  /** How a username begins whose slips are all in its end, where that may be more than one. */
  beginning: string | undefined;
}

export function idProbes(typed: string, slips: 1 | 2): IdProbes {
  const { startEnd, middleEnd } = probesOf(typed, cutId, slips);
  if (slips === 1) return { startEnd, middleEnd, whole: wholeIds(typed), beginning: undefined };
  // A swap across a cut together with a slip in the end leaves no part as it was.
  const cuts = new Set([-1, 0, 1].flatMap((change) => cutId(typed.length + change)));
  const undone = [...cuts].filter((at) => at > 0 && at < typed.length);
  const readings = [typed, ...undone.map((at) => swapped(typed, at))];
  return {
    startEnd,
    middleEnd,
    whole: new Set(readings.flatMap((reading) => [...wholeIds(reading)])),
    beginning: typed.slice(0, Math.max(0, typed.length - 4)),
  };
}

function wholeIds(typed: string): Set<string> {
  const ids = new Set<string>();
  const letters = lettersFor(typed);
  for (const longer of [-1, 0, 1] as const) {
    const [, two] = cutId(typed.length - longer);
    for (const end of corrections(typed.slice(two), longer, letters)) {
      ids.add(typed.slice(0, two) + end);
    }
  }
  for (const at of cutId(typed.length)) {
    if (at > 0 && at < typed.length) ids.add(swapped(typed, at));
  }
  return ids;
}

function probesOf(typed: string, cut: Cut, slips: 1 | 2): Probes {
  const probes: Probes = { startMiddle: new Set(), startEnd: new Set(), middleEnd: new Set() };
  for (let change = -slips; change <= slips; change += 1) {
    const length = typed.length + change;
    if (length < 1) continue;
    addSlipsInOnePart(probes, typed, cut, length);
    if (slips === 2) addSlipsInTwoParts(probes, typed, cut, length);
  }
  // Two neighbours swapped across a cut change both parts with one slip: they are swapped back.
  const places = slips === 1 ? cut(typed.length) : typed.split('').keys();
  for (const at of places) {
    if (at < 1 || at >= typed.length) continue;
    const undone = swapped(typed, at);
    if (slips === 1) addSlipsInOnePart(probes, undone, cut, typed.length);
    else addAll(probes, probesOf(undone, cut, 1));
  }
  return probes;
}

function addAll(probes: Probes, more: Probes) {
  for (const which of Object.keys(probes) as Which[]) {
    for (const hash of more[which]) probes[which].add(hash);
  }
}

/** A text of this length that was meant, and mistyped in one of its parts only. */
function addSlipsInOnePart(probes: Probes, typed: string, cut: Cut, length: number) {
  const [one, two] = cut(length);
  const shift = typed.length - length;
  const start = typed.slice(0, one);
  if (two + shift < 0 || one + shift < 0) return;
  const end = typed.slice(two + shift);
  probes.startMiddle.add(partHash('startMiddle', length, start, typed.slice(one, two)));
  probes.startEnd.add(partHash('startEnd', length, start, end));
  probes.middleEnd.add(partHash('middleEnd', length, typed.slice(one + shift, two + shift), end));
}

/** The same with one slip in each of two parts: one of these is guessed, beside the unharmed third. */
function addSlipsInTwoParts(probes: Probes, typed: string, cut: Cut, length: number) {
  const [one, two] = cut(length);
  const shift = typed.length - length;
  const letters = lettersFor(typed);
  for (const guessed of [-1, 0, 1] as const) {
    // What the slip in the other part did to the length.
    const other = shift - guessed;
    if (Math.abs(other) > 1 || one + other < 0) continue;
    const start = typed.slice(0, one);
    const middle = typed.slice(one + other, two + other);
    for (const end of corrections(typed.slice(two + other), guessed, letters)) {
      probes.startEnd.add(partHash('startEnd', length, start, end));
      probes.middleEnd.add(partHash('middleEnd', length, middle, end));
    }
    const end = typed.slice(two + shift);
    for (const begun of corrections(typed.slice(0, one + guessed), guessed, letters)) {
      probes.startEnd.add(partHash('startEnd', length, begun, end));
    }
  }
}

/** Everything one slip away that is as much shorter as the slip made it longer. */
function* corrections(text: string, longer: -1 | 0 | 1, letters: readonly string[]) {
  for (let at = 0; at <= text.length; at += 1) {
    const [before, behind] = [text.slice(0, at), text.slice(at)];
    if (longer === -1) for (const letter of letters) yield before + letter + behind;
    if (at === text.length) return;
    if (longer === 1) yield before + behind.slice(1);
    if (longer === 0) {
      for (const letter of letters) yield before + letter + behind.slice(1);
      if (at > 0) yield swapped(text, at);
    }
  }
}

/** The letter at a place and the one before it change places. */
const swapped = (text: string, at: number) =>
  text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1);

const between = (first: string, last: string) =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, at) =>
    String.fromCharCode(first.charCodeAt(0) + at),
  );

/** What may stand where a slip was: the letters of the script that was typed, as folding leaves them. */
const ALPHABETS = [
  { script: /\p{sc=Cyrillic}/u, letters: [...between('а', 'я'), ...'ієґјљњћђџ'] },
  { script: /\p{sc=Greek}/u, letters: between('α', 'ω') },
  { script: /\p{sc=Arabic}/u, letters: between('ء', 'ي') },
  { script: /\p{sc=Hebrew}/u, letters: between('א', 'ת') },
  { script: /\p{sc=Devanagari}/u, letters: between('अ', 'ह') },
  { script: /[a-z0-9]/u, letters: [...between('a', 'z'), ...between('0', '9')] },
];

const lettersFor = (typed: string): readonly string[] =>
  ALPHABETS.find(({ script }) => script.test(typed))?.letters ?? [];
