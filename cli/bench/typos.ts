import type { Random } from './people.ts';

const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'йцукенгшщзх',
  'фывапролджэ',
  'ячсмитьбю',
  'ςερτυθιοπ',
  'ασδφγηξκλ',
  'ζχψωβνμ',
];

/** A letter of the same script: mostly a neighbor on the keyboard. */
export function otherLetter(random: Random, letter: string): string {
  const row = ROWS.find((keys) => keys.includes(letter)) ?? ROWS[0] ?? '';
  const at = row.indexOf(letter);
  const near = [row.charAt(at - 1), row.charAt(at + 1)].filter(Boolean);
  const far = [...row].filter((each) => each !== letter);
  return random.pick(random.chance(0.7) && at >= 0 ? near : far);
}

/** One typo anywhere in a word, the first and last letters included. Never the word itself. */
export function typoIn(random: Random, word: string): string {
  for (;;) {
    const at = random.below(word.length);
    const letter = word.charAt(at);
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    const forms = [
      before + after,
      before + letter + letter + after,
      before + after.charAt(0) + letter + after.slice(1),
      before + otherLetter(random, letter) + after,
      before + otherLetter(random, letter) + letter + after,
    ];
    const typed = random.pick(forms);
    if (typed !== word && typed !== '') return typed;
  }
}
