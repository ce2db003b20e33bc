import unhomoglyph from 'unhomoglyph';
import { foldCompact } from '#contract/fold.ts';

/** Without %, which looks like three characters. */
const ASCII = /^[\x20-\x24\x26-\x7e]*$/;
const ASCII_SHAPES: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'l',
  I: 'l',
  '|': 'l',
  m: 'rn',
};

/** Each character replaced by the one that Unicode TS 39 says it can be taken for. */
function shapesOf(text: string): string {
  // Most names are ASCII, and the general table is slow.
  if (ASCII.test(text)) return text.replace(/[01I|m]/g, (letter) => ASCII_SHAPES[letter] ?? letter);
  return unhomoglyph(text.normalize('NFD'));
}

/**
 * Two names with the same skeleton look alike. Replaced before folding, because I looks like l but i does not, and
 * again after it, because M becomes m. Only letters and digits are left.
 */
export function skeletonOf(text: string): string {
  return foldCompact(shapesOf(foldCompact(shapesOf(text))));
}
