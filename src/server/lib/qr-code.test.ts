import { describe, expect, it } from 'vitest';
import { readQrCode } from '#tests/support/read-qr.ts';
import { drawPng, drawSvg, QR_CAPACITY } from './qr-code.ts';

const TEXTS = [
  'https://payfolk.example/?search=ana',
  'http://localhost:3000/?search=a.b_c-d&platform=cashapp',
  `https://payfolk.example/?search=ana&platform=venmo&amount=12.50&note=${encodeURIComponent('Pizza & beer 🍕 + tip')}`,
  `https://payfolk.example/?search=ana&note=${'Pizza%20'.repeat(60)}`,
];

describe.each([
  ['PNG', drawPng],
  ['SVG', drawSvg],
])('a code drawn as %s', (_, draw) => {
  it.each(TEXTS)('says %s', async (text) => {
    const code = await readQrCode(await draw(text));
    expect(code.text).toBe(text);
    expect(code.width).toBe(code.height);
    expect(code.quietZone).toBe(4);
    expect(code.colours).toBe(2);
  });
});

describe('a PNG', () => {
  it('holds its stated maximum, and no more', async () => {
    const full = 'a'.repeat(QR_CAPACITY);
    expect((await readQrCode(await drawPng(full))).text).toBe(full);
    await expect(drawPng(`${full}a`)).rejects.toThrow('too big');
  });
});
