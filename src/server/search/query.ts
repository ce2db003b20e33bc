import { foldCompact, foldWords } from '#contract/fold.ts';
import { removeInvisible } from '#contract/text.ts';
import { isUnspaced } from './keys.ts';

/** One way to read what was typed: as one word without gaps, or as words of a name in any order. */
export type Form = { kind: 'one'; word: string } | { kind: 'many'; words: string[] };

export type ParsedQuery =
  | { kind: 'everybody' }
  /** Nothing in it that a name or a handle could hold, such as '%'. */
  | { kind: 'nobody' }
  /**
   * Readings in the order in which they are tried: the second where the first finds nobody, or
   * behind it where names are written with gaps and without.
   */
  | { kind: 'people'; forms: [Form] | [Form, Form]; isBoth: boolean };

/** Addresses that the platforms give their members; the name comes behind. */
const ADDRESS =
  /^(?:https?:\/\/)?(?:(?:www\.)?(?:paypal\.me|paypal\.com\/paypalme|cash\.app|venmo\.com(?:\/u)?|apple\.pay)|account\.venmo\.com\/u)\/([^/?#]+)/i;

function nameInAddress(typed: string): string {
  return ADDRESS.exec(typed)?.[1] ?? typed;
}

export function parseQuery(typed: string): ParsedQuery {
  const text = removeInvisible(typed).trim();
  if (text === '') return { kind: 'everybody' };
  const isOneWord = !/\s/u.test(text);
  const bare = isOneWord ? nameInAddress(text) : text;
  const words = foldWords(bare);
  if (words.length === 0) return { kind: 'nobody' };
  const one: Form = { kind: 'one', word: foldCompact(bare) };
  if (words.length === 1) return { kind: 'people', forms: [one], isBoth: false };
  const many: Form = { kind: 'many', words };
  const isBoth = words.every(isUnspaced);
  return { kind: 'people', forms: isOneWord || isBoth ? [one, many] : [many, one], isBoth };
}

/** The words as the index has them: three in the order typed, the rest by alphabet, the last one open. */
export function severalPrefix(words: readonly string[]): string {
  return [...words.slice(0, 3), ...words.slice(3).sort()].join(' ');
}
