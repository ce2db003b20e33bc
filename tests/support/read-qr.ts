import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import sharp from 'sharp';

export interface ReadCode {
  text: string | undefined;
  width: number;
  height: number;
  /** The empty edge in modules: the smallest of the four sides. */
  quietZone: number;
  /** How many colors the picture has. */
  colors: number;
}

/** Reads a QR code from its data URL, as a phone's camera would. */
export async function readQrCode(dataUrl: string): Promise<ReadCode> {
  const [head = '', data = ''] = dataUrl.split(',');
  const bytes = Buffer.from(data, 'base64');
  if (head === 'data:image/png;base64') return readPng(bytes);
  if (head !== 'data:image/svg+xml;base64') throw new Error(`Not a picture of ours: ${head}`);
  const svg = bytes.toString('utf8');
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * 6;
  const sized = svg.replace('<svg ', `<svg width="${side}" height="${side}" `);
  return readPng(await sharp(Buffer.from(sized)).png().toBuffer());
}

function readPng(bytes: Buffer): ReadCode {
  const { width, height, data } = PNG.sync.read(bytes);
  const found = jsQR.default(new Uint8ClampedArray(data), width, height);
  const isDark = (x: number, y: number) => (data[(y * width + x) * 4] ?? 255) < 128;
  let [left, right, top, bottom] = [width, -1, height, -1];
  const colors = new Set<number>();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      colors.add(data.readUInt32BE((y * width + x) * 4));
      if (!isDark(x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  // The upper left corner's pattern begins with a dark line of seven modules.
  let line = 0;
  while (isDark(left + line, top)) line += 1;
  const edge = Math.min(left, top, width - 1 - right, height - 1 - bottom);
  return { text: found?.data, width, height, quietZone: edge / (line / 7), colors: colors.size };
}
