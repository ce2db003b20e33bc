import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/lib/project-root.ts';

const folder = path.join(projectRoot, 'dist/src/server/features/pages/fonts');
const fileOf = (name: string) => path.join(folder, `${name}.ttf`);

/** Where a family has several files, each has other characters. */
const FONTS = {
  display: ['gabarito-700', 'gabarito-ext-700'],
  regular: ['atkinson-400', 'atkinson-ext-400'],
  bold: ['atkinson-600'],
} as const;

export type Font = keyof typeof FONTS;

export const FONT_FILES = Object.values(FONTS).flat().map(fileOf);

/** Advance widths by character, for a font size of 1. */
type Widths = Map<number, number>;

const known = new Map<Font, Widths>();

function widthsOf(font: Font): Widths {
  let widths = known.get(font);
  if (!widths) {
    widths = new Map(FONTS[font].flatMap((name) => [...readWidths(readFileSync(fileOf(name)))]));
    known.set(font, widths);
  }
  return widths;
}

/** Kerning is not counted: it makes a line shorter. */
export function measure(text: string, font: Font, size: number, spacing = 0): number {
  const widths = widthsOf(font);
  let width = 0;
  for (const character of text) {
    width += (widths.get(character.codePointAt(0) ?? 0) ?? 1) + spacing;
  }
  return width * size;
}

/** Whether our font has every character of a text. */
export function canDraw(text: string, font: Font): boolean {
  const widths = widthsOf(font);
  return [...text].every((character) => widths.has(character.codePointAt(0) ?? 0));
}

/** Reads the tables cmap (format 4) and hmtx of a TrueType file. */
function readWidths(file: Buffer): Widths {
  const tables = new Map<string, number>();
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const record = 12 + index * 16;
    tables.set(file.toString('latin1', record, record + 4), file.readUInt32BE(record + 8));
  }
  const at = (table: string) => {
    const offset = tables.get(table);
    if (offset === undefined) throw new Error(`The font has no table ${table}.`);
    return offset;
  };
  const unitsPerEm = file.readUInt16BE(at('head') + 18);
  const metrics = file.readUInt16BE(at('hhea') + 34);
  const widthOf = (glyph: number) =>
    file.readUInt16BE(at('hmtx') + 4 * Math.min(glyph, metrics - 1)) / unitsPerEm;
  const widths: Widths = new Map();
  for (const [character, glyph] of readCharacters(file, at('cmap'))) {
    if (glyph !== 0) widths.set(character, widthOf(glyph));
  }
  return widths;
}

function* readCharacters(
  file: Buffer,
  cmap: number,
): Generator<[character: number, glyph: number]> {
  const table = findUnicodeTable(file, cmap);
  const segments = file.readUInt16BE(table + 6) / 2;
  const ends = table + 14;
  const starts = ends + 2 * segments + 2;
  const deltas = starts + 2 * segments;
  const offsets = deltas + 2 * segments;
  for (let segment = 0; segment < segments; segment += 1) {
    const start = file.readUInt16BE(starts + 2 * segment);
    const end = file.readUInt16BE(ends + 2 * segment);
    const delta = file.readUInt16BE(deltas + 2 * segment);
    const offset = file.readUInt16BE(offsets + 2 * segment);
    for (let character = start; character <= end && character < 0xffff; character += 1) {
      const listed =
        offset === 0
          ? character
          : file.readUInt16BE(offsets + 2 * segment + offset + 2 * (character - start));
      yield [character, offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff];
    }
  }
}

function findUnicodeTable(file: Buffer, cmap: number): number {
  const FORMAT = 4;
  for (let index = 0; index < file.readUInt16BE(cmap + 2); index += 1) {
    const table = cmap + file.readUInt32BE(cmap + 8 + 8 * index);
    if (file.readUInt16BE(table) === FORMAT) return table;
  }
  throw new Error('The font has no character table that we can read.');
}
