import { invalidInput } from './app-error.ts';
import { loadSharp } from './load-sharp.ts';

/** Level M corrects 15 % of a code: the usual choice for a clean screen or print. */
const LEVEL = 'M';
/** ISO/IEC 18004 requires four empty modules on each side. */
const QUIET_ZONE = 4;
/** About how wide the picture gets: whole pixels a module, so that every module is equally wide. */
const PIXELS = 600;
const MIN_PIXELS_A_MODULE = 4;
const DARK = '#2c1125';
const DARK_RGB = [0x2c, 0x11, 0x25];

/** How many characters the largest code of that level holds. */
export const QR_CAPACITY = 2_331;

export function noteTooLongForCode() {
  const message = 'This note is too long for a QR code. Please shorten it.';
  return invalidInput(message, { note: message });
}

/** Loaded by the first code. */
const loadQRCode = async () => (await import('qrcode')).default;

/** Drawn by sharp rather than by the QR library, which takes the event loop for up to 0.6 s. */
export async function drawPng(text: string): Promise<string> {
  const [QRCode, sharp] = await Promise.all([loadQRCode(), loadSharp()]);
  const { modules } = QRCode.create(text, { errorCorrectionLevel: LEVEL });
  const side = modules.size + 2 * QUIET_ZONE;
  const pixels = Buffer.alloc(side * side * DARK_RGB.length, 0xff);
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      if (!modules.get(y, x)) continue;
      pixels.set(DARK_RGB, ((y + QUIET_ZONE) * side + x + QUIET_ZONE) * DARK_RGB.length);
    }
  }
  const width = side * Math.max(MIN_PIXELS_A_MODULE, Math.round(PIXELS / side));
  const png = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .resize(width, width, { kernel: 'nearest' })
    .png({ palette: true, colors: 2, dither: 0 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

export async function drawSvg(text: string): Promise<string> {
  const svg = await drawSvgFile(text, LEVEL, DARK);
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** How many characters the largest code of level Q holds. */
export const DURABLE_CAPACITY = 1_663;

/** For pages and paper: level Q still reads with a quarter of the code covered or worn. */
export async function drawDurableSvg(text: string): Promise<string> {
  return drawSvgFile(text, 'Q', '#000000');
}

async function drawSvgFile(text: string, level: 'M' | 'Q', dark: string): Promise<string> {
  const QRCode = await loadQRCode();
  return QRCode.toString(text, {
    type: 'svg',
    errorCorrectionLevel: level,
    margin: QUIET_ZONE,
    color: { dark, light: '#ffffff' },
  });
}
