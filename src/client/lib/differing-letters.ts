export interface LetterRun {
  text: string;
  isDifferent: boolean;
}

/** The letters of `text` that are not in `other` at their place, as runs; case does not count. */
export function differingLetters(text: string, other: string): LetterRun[] {
  const [own, others] = [[...text], [...other]];
  const isSame = commonLetters(
    own.map((letter) => letter.toLowerCase()),
    others.map((letter) => letter.toLowerCase()),
  );
  const runs: LetterRun[] = [];
  for (const [at, letter] of own.entries()) {
    const isDifferent = !isSame[at];
    const last = runs.at(-1);
    if (last?.isDifferent === isDifferent) last.text += letter;
    else runs.push({ text: letter, isDifferent });
  }
  return runs;
}

/** Which letters of `a` belong to the longest common subsequence with `b`. */
function commonLetters(a: string[], b: string[]): boolean[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const isCommon = a.map(() => false);
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      isCommon[i] = true;
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return isCommon;
}
