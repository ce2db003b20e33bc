/** The decoder reads the frames of a WebP in a time that grows with their square, though only the first is needed. */
const MAX_WEBP_FRAMES = 1_000;

/** Counted wherever they are: so many do not come about by chance. */
export function hasTooManyFrames(webp: Buffer): boolean {
  if (webp.toString('latin1', 8, 12) !== 'WEBP') return false;
  let frames = 0;
  let at = webp.indexOf('ANMF');
  while (at !== -1 && frames <= MAX_WEBP_FRAMES) {
    frames += 1;
    at = webp.indexOf('ANMF', at + 4);
  }
  return frames > MAX_WEBP_FRAMES;
}

/** The decoder goes over the whole picture once for each scan; a usual progressive JPEG has about ten. */
const MAX_JPEG_SCANS = 100;

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Whether a JPEG has more scans than its pixels explain. They are counted as the decoder finds them. */
export function hasTooManyScans(jpeg: Buffer): boolean {
  if (jpeg[0] !== MARKER) return false;
  let scans = 0;
  let at = jpeg.indexOf(MARKER, 2);
  while (at !== -1 && at + 3 < jpeg.length && scans <= MAX_JPEG_SCANS) {
    const marker = jpeg[at + 1] as number;
    // Phones append videos after it.
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    const length = hasLength(marker) ? 2 + jpeg.readUInt16BE(at + 2) : 1;
    at = jpeg.indexOf(MARKER, at + length);
  }
  return scans > MAX_JPEG_SCANS;
}

/** Not a stuffed byte, a fill byte or a restart marker. */
function hasLength(marker: number): boolean {
  return marker > 0x01 && marker !== MARKER && !(marker >= 0xd0 && marker <= 0xd8);
}

const PNG_SIGNATURE_LENGTH = 8;
/** A chunk's length, type and checksum. */
const PNG_CHUNK_FRAME = 12;
const PNG_TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);

/** A PNG without its texts: the decoder would unpack a few kilobytes of them into gigabytes. */
export function withoutTexts(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes;
  const kept: Buffer[] = [];
  let keptFrom = 0;
  let at = PNG_SIGNATURE_LENGTH;
  while (at + PNG_CHUNK_FRAME <= bytes.length) {
    const end = at + PNG_CHUNK_FRAME + bytes.readUInt32BE(at);
    if (PNG_TEXTS.has(bytes.toString('latin1', at + 4, at + 8))) {
      kept.push(bytes.subarray(keptFrom, at));
      keptFrom = end;
    }
    at = end;
  }
  return kept.length === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(keptFrom)]);
}
