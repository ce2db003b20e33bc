/** A piece of a text, and whether it differs from the other text. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/** Marks letter by letter where both are as long, otherwise what lies between the common beginning and end. */
export function markDifference(text: string, other: string): Piece[] {
  const [own, others] = [[...text], [...other]];
  const isMarked =
    own.length === others.length
      ? own.map((letter, at) => letter !== others[at])
      : markMiddle(own, others);
  const pieces: Piece[] = [];
  for (const [at, letter] of own.entries()) {
    const last = pieces.at(-1);
    const isOther = isMarked[at] ?? false;
    if (last?.isMarked === isOther) last.text += letter;
    else pieces.push({ text: letter, isMarked: isOther });
  }
  return pieces;
}

function markMiddle(own: string[], others: string[]): boolean[] {
  const shorter = Math.min(own.length, others.length);
  let start = 0;
  while (start < shorter && own[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && own.at(-1 - end) === others.at(-1 - end)) end += 1;
  return own.map((_, at) => at >= start && at < own.length - end);
}

/** Characters that are taken for each other. */
const DOUBLES = ['oO0', 'lI1i', 'sS5', 'bB8', 'zZ2'];

/** 'Letter o became the number 0.', where that is the only difference. */
export function describeDouble(
  old: string,
  now: string,
): [string, string, string, string] | undefined {
  const [before, after] = [[...old], [...now]];
  if (before.length !== after.length) return undefined;
  const places = before.flatMap((letter, at) => (letter === after[at] ? [] : [at]));
  const [from = '', to = ''] = [before[places[0] ?? -1], after[places[0] ?? -1]];
  const isDouble = DOUBLES.some((set) => set.includes(from) && set.includes(to));
  if (places.length !== 1 || from === '' || !isDouble) return undefined;
  const kind = kindOf(from);
  return [kind.charAt(0).toUpperCase() + kind.slice(1), from, kindOf(to), to];
}

function kindOf(letter: string): string {
  if (/[0-9]/.test(letter)) return 'the number';
  return letter === letter.toLowerCase() ? 'letter' : 'capital letter';
}
