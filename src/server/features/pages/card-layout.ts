import { initials } from '#contract/initials.ts';
import type { CardDrawing, CardLine } from '#contract/page-card.ts';
import { type PagePerson, pagePath } from '#contract/pages.ts';
import { formatAmount, type PaymentDetails } from '#contract/payment-details.ts';
import { canDraw, type Font, measure } from './fonts.ts';

/** The text stands left of the picture. */
const WIDTH = 620;
const SMALLEST = 64;
const HEADING_SIZES = [104, 96, 88, 80, 72, SMALLEST];
const LINES_MAX = 3;
/** The room between the logo and the tiles. */
const TOP = 132;
const HEIGHT = 312;
const SPACING = -0.03;

/** Where the words of a preview picture stand. Names in a script that our fonts lack give way to the username. */
export function layOutCard(
  person: PagePerson,
  request: PaymentDetails,
  origin: string,
): CardDrawing {
  const { displayName, username } = person;
  const isDrawable = canDraw(displayName, 'display') && canDraw(displayName, 'regular');
  const name = isDrawable ? displayName : `@${username}`;
  const letters = initials(displayName);
  const { amount, note } = request;
  const address = new URL(origin).host + pagePath(username);
  return {
    lines: amount === undefined ? headingLines(`Pay ${name}`) : requestLines(name, amount, note),
    address: { text: address, size: sizeToFit(address, 'bold', 32) },
    platforms: person.handles.map(({ platform }) => platform),
    seed: `user-${person.id}`,
    initials: canDraw(letters, 'display') ? letters : initials(username),
  };
}

const BETWEEN_WORDS = /(?<= )/;
const AFTER_SIGNS = /(?<= |\S[/@._+-])/;

/** Words are broken where no size has room for them: after signs first, then anywhere. */
function headingLines(text: string): CardLine[] {
  for (const places of [BETWEEN_WORDS, AFTER_SIGNS]) {
    for (const size of HEADING_SIZES) {
      const lines = wrap(text.split(places), size);
      const linesMax = Math.min(LINES_MAX, HEIGHT / size);
      if (lines.length <= linesMax && lines.every((line) => isWithin(line, size))) {
        return place(lines, size);
      }
    }
  }
  const pieces = text.split(AFTER_SIGNS).flatMap((part) => breakWord(part, SMALLEST));
  return place(cutLines(wrap(pieces, SMALLEST), SMALLEST), SMALLEST);
}

function place(lines: string[], size: number): CardLine[] {
  const lineHeight = Math.round(size * 0.98);
  const top = TOP + (HEIGHT - lines.length * lineHeight) / 2;
  return lines.map((line, index) => ({
    text: line.trimEnd(),
    size,
    font: 'display',
    spacing: SPACING,
    y: Math.round(top + index * lineHeight + size * 0.8),
  }));
}

const isWithin = (line: string, size: number) =>
  measure(line.trimEnd(), 'display', size, SPACING) <= WIDTH;

/** Lines keep the space at their end. */
function wrap(pieces: string[], size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && !isWithin(line + piece, size)) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line];
}

function breakWord(word: string, size: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && !isWithin(piece + character, size)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

function cutLines(lines: string[], size: number): string[] {
  if (lines.length <= LINES_MAX) return lines;
  const rest = lines.slice(LINES_MAX - 1).join('');
  return [...lines.slice(0, LINES_MAX - 1), cut(rest, 'display', size, SPACING)];
}

/** Cuts a text to what fits on one line. */
function cut(text: string, font: Font, size: number, spacing = 0): string {
  if (measure(text, font, size, spacing) <= WIDTH) return text;
  const characters = [...text];
  while (characters.length > 0 && measure(`${characters.join('')}…`, font, size, spacing) > WIDTH) {
    characters.pop();
  }
  return `${characters.join('').trimEnd()}…`;
}

/** The largest size up to `size` at which a text fits into one line. */
const sizeToFit = (text: string, font: Font, size: number, spacing = 0) =>
  Math.min(size, Math.floor((size * WIDTH) / measure(text, font, size, spacing)));

function requestLines(name: string, amount: string, note: string | undefined): CardLine[] {
  const sum = formatAmount(amount);
  const quoted = note === undefined ? undefined : `“${note}”`;
  return [
    { text: cutBefore(name, ' asks for', 44), size: 44, font: 'regular', spacing: 0, y: 202 },
    {
      text: sum,
      size: sizeToFit(sum, 'display', 152, SPACING),
      font: 'display',
      spacing: SPACING,
      y: 342,
    },
    ...(quoted !== undefined && canDraw(quoted, 'regular')
      ? [
          {
            text: cut(quoted, 'regular', 44),
            size: 44,
            font: 'regular' as const,
            spacing: 0,
            y: 404,
          },
        ]
      : []),
  ];
}

/** Cuts the name where it and the words after it are too long for a line. */
function cutBefore(name: string, words: string, size: number): string {
  const characters = [...name];
  if (measure(name + words, 'regular', size) <= WIDTH) return name + words;
  while (
    characters.length > 0 &&
    measure(`${characters.join('')}…${words}`, 'regular', size) > WIDTH
  ) {
    characters.pop();
  }
  return `${characters.join('').trimEnd()}…${words}`;
}
