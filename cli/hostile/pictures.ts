import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { randomFrom } from '#cli/bench/people.ts';

/** A coarse pattern, enlarged: something to decode in few bytes. */
function pattern(width: number, height = width): Sharp {
  const random = randomFrom(7);
  const data = Buffer.from(Array.from({ length: 64 * 64 * 3 }, () => random.below(256)));
  const raw = { width: 64, height: 64, channels: 3 } as const;
  return sharp(data, { raw }).resize(width, height, { fit: 'fill' });
}

/** Frames that differ, one below the other as sharp wants them. */
function frames(count: number, side: number): Sharp {
  const random = randomFrom(9);
  const shades = Array.from({ length: count }, () => random.below(256));
  const data = Buffer.concat(shades.map((shade) => Buffer.alloc(side * side * 3, shade)));
  const raw = { width: side, height: side * count, channels: 3, pageHeight: side } as const;
  return sharp(data, { raw });
}

/** A PNG of zero pixels only: a tiny file for any dimensions. */
export function blankPng(
  width: number,
  height: number,
  { bits = 8, channels = 3, isInterlaced = false } = {},
): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const colorType = { 1: 0, 3: 2, 4: 6 }[channels] ?? 0;
  header.set([bits, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  // Interlacing adds a few bytes for the rows of its smaller passes.
  const row = Math.ceil((width * bits * channels) / 8) + 1;
  const pixels = Buffer.alloc(row * height + (isInterlaced ? (row + height) * 8 : 0));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const photo = () => pattern(512).webp({ quality: 92 }).toBuffer();
const SIDE = 5_000;

const PICTURES = {
  'photo as the app sends it': ['webp', photo],
  'JPEG of 25 megapixels': ['jpeg', () => pattern(SIDE).jpeg({ quality: 60 }).toBuffer()],
  'progressive JPEG of 25 megapixels': [
    'jpeg',
    () => pattern(SIDE).jpeg({ quality: 60, progressive: true }).toBuffer(),
  ],
  'turned JPEG of 25 megapixels': [
    'jpeg',
    () => pattern(SIDE).withMetadata({ orientation: 6 }).jpeg({ quality: 60 }).toBuffer(),
  ],
  'WebP of 25 megapixels': [
    'webp',
    () => pattern(SIDE).webp({ quality: 30, effort: 0 }).toBuffer(),
  ],
  'lossless WebP of 25 megapixels': [
    'webp',
    () => sharp(blankPng(SIDE, SIDE)).webp({ lossless: true, effort: 0 }).toBuffer(),
  ],
  'blank PNG of 25 megapixels': ['png', () => blankPng(SIDE, SIDE)],
  'blank PNG of 25 megapixels, 16 bits with alpha': [
    'png',
    () => blankPng(SIDE, SIDE, { bits: 16, channels: 4 }),
  ],
  'interlaced PNG of 25 megapixels': ['png', () => blankPng(SIDE, SIDE, { isInterlaced: true })],
  'PNG of 400 megapixels': ['png', () => blankPng(20_000, 20_000, { bits: 1, channels: 1 })],
  'PNG of 1 by 16,000 pixels': ['png', () => blankPng(1, 16_000)],
  'PNG of 16,000 by 1 pixels': ['png', () => blankPng(16_000, 1)],
  'GIF of 100 frames': ['gif', () => frames(100, 400).gif({ effort: 1 }).toBuffer()],
  'WebP of 100 frames': ['webp', () => frames(100, 400).webp({ effort: 0 }).toBuffer()],
  'half a JPEG of 25 megapixels': [
    'jpeg',
    async () => half(await pattern(SIDE).jpeg({ quality: 60 }).toBuffer()),
  ],
  'half a blank PNG of 25 megapixels': ['png', () => half(blankPng(SIDE, SIDE))],
} as const satisfies Record<string, readonly [string, () => Buffer | Promise<Buffer>]>;

export type PictureName = keyof typeof PICTURES;
export const PICTURE_NAMES = Object.keys(PICTURES) as PictureName[];

const drawn = new Map<PictureName, Promise<string>>();

/** As a data URL; each is drawn once. */
export function drawPicture(name: PictureName): Promise<string> {
  const known = drawn.get(name);
  if (known) return known;
  const [format, draw] = PICTURES[name];
  const url = Promise.resolve(draw()).then(
    (bytes) => `data:image/${format};base64,${bytes.toString('base64')}`,
  );
  drawn.set(name, url);
  return url;
}
