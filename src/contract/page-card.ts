import type { Platform } from './platforms/registry.ts';

export interface CardLine {
  text: string;
  size: number;
  font: 'display' | 'regular';
  /** Between letters, as a part of the size. */
  spacing: number;
  /** The baseline. */
  y: number;
}

/** What a preview picture shows: never handles or badges, because chats keep previews for months. */
export interface CardDrawing {
  lines: CardLine[];
  address: { text: string; size: number };
  platforms: Platform[];
  /** For the color of the initials. */
  seed: string;
  initials: string;
}

export const CARD_SIZE = { width: 1200, height: 630 };
/** The picture of the person, standing on the lower edge. */
export const CARD_PICTURE = { x: 728, y: 144, width: 408, height: 486 };
