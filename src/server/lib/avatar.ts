import { createHash } from 'node:crypto';
import { IMAGE_MAX_BYTES, IMAGE_REFUSED } from '#contract/pictures.ts';
import { AppError } from './app-error.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import { loadSharp } from './load-sharp.ts';
import { hasTooManyFrames, hasTooManyScans, withoutTexts } from './picture-cost.ts';

const SIDE = 512;
const MAX_PIXELS = 25_000_000;
const STORED_PREFIX = 'data:image/webp;base64,';

/** Decoding a large photo takes tens of megabytes and keeps one of Node's few threads busy. */
const imageQueue = createBoundedQueue({ running: 1, waiting: 24 });

export interface Avatar {
  /** What the database keeps. */
  dataUrl: string;
  /** Names the picture in its address, so that a new picture has a new one. */
  hash: string;
}

interface Refusal {
  /** The field's path in the body. */
  field: string;
  /** The message for a picture over 5 MB. */
  tooLarge: string;
}

/**
 * Turns an uploaded data URL into the picture that is kept: really decoded, upright, a square of 512
 * pixels, without metadata. Whatever was hidden in the file does not survive.
 */
export async function makeAvatar(upload: string, { field, tooLarge }: Refusal): Promise<Avatar> {
  const refuse = (message: string) =>
    new AppError(400, 'INVALID_INPUT', message, { fields: { [field]: message } });
  const base64 = upload.slice(upload.indexOf(',') + 1);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > IMAGE_MAX_BYTES) throw imageTooLarge(tooLarge, field);
  // Node ignores invalid base64, so reject it here.
  if (bytes.toString('base64') !== base64) throw refuse(UNREADABLE);
  // Looked at before decoding: the decoder would also take SVG and others.
  if (!hasKnownSignature(bytes)) throw refuse(IMAGE_REFUSED);
  // The decoder's own timeout does not interrupt it while it reads a file.
  if (hasTooManyScans(bytes) || hasTooManyFrames(bytes)) throw refuse(UNREADABLE);

  const webp = await imageQueue(() => encode(withoutTexts(bytes))).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    const isTooMany = error instanceof Error && error.message.includes('exceeds pixel limit');
    throw refuse(isTooMany ? TOO_MANY_PIXELS : UNREADABLE);
  });
  return {
    dataUrl: STORED_PREFIX + webp.toString('base64'),
    hash: createHash('sha256').update(webp).digest('hex').slice(0, 32),
  };
}

const UNREADABLE = 'This image cannot be read. Please choose another one.';
const TOO_MANY_PIXELS = 'This image has more than 25 megapixels. Please choose a smaller one.';

export function imageTooLarge(message: string, field: string): AppError {
  return new AppError(413, 'IMAGE_TOO_LARGE', message, { fields: { [field]: message } });
}

async function encode(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp({ quality: 82 })
    .timeout({ seconds: 10 })
    .toBuffer();
}

function hasKnownSignature(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 12).toString('latin1');
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('GIF87a') ||
    text.startsWith('GIF89a') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP'))
  );
}

/** The stored data URL as the picture's own bytes. */
export function avatarBytes(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(STORED_PREFIX.length), 'base64');
}
