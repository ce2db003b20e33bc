/** The decoder goes over the whole picture once for each scan; a usual progressive JPEG has about ten. */
const MAX_JPEG_SCANS = 100;
/** The decoder unpacks each of them into up to 8 MB of memory; a usual PNG has one or two. */
const MAX_PNG_TEXTS = 10;

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Whether decoding a file takes far more time or memory than its pixels explain. */
export function isExpensivePicture(bytes: Buffer): boolean {
  if (bytes[0] === MARKER) return countScans(bytes) > MAX_JPEG_SCANS;
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG';
  return isPng && count(bytes, 'zTXt') + count(bytes, 'iTXt') > MAX_PNG_TEXTS;
}

/** Walks from marker to marker like the decoder, so that previews and videos inside do not count. */
function countScans(jpeg: Buffer): number {
  let scans = 0;
  let at = jpeg.indexOf(MARKER, 2);
  while (at !== -1 && at + 3 < jpeg.length) {
    const marker = jpeg[at + 1] as number;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    const length = hasLength(marker) ? 2 + jpeg.readUInt16BE(at + 2) : 1;
    at = jpeg.indexOf(MARKER, at + length);
  }
  return scans;
}

/** Not a stuffed byte, a fill byte or a restart marker. */
function hasLength(marker: number): boolean {
  return marker > 0x01 && marker !== MARKER && !(marker >= 0xd0 && marker <= 0xd8);
}

function count(bytes: Buffer, text: string): number {
  let found = 0;
  let at = bytes.indexOf(text, 0, 'latin1');
  while (at !== -1 && found <= MAX_PNG_TEXTS) {
    found += 1;
    at = bytes.indexOf(text, at + text.length, 'latin1');
  }
  return found;
}
