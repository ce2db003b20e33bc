import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuRatio } from '#tests/support/cpu-cost.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const dataUrl = (type: string, bytes: Buffer) =>
  `data:image/${type};base64,${bytes.toString('base64')}`;

/** A segment of a JPEG: its marker, its length and what it holds. */
function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A gray progressive JPEG of side × side pixels. Each scan is a few bytes and covers all of them. */
function jpegOfScans(side: number, scans: number): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(side, 1);
  frame.writeUInt16BE(side, 3);
  /** One code of one bit, 0, for one symbol. */
  const codes = (kind: number, symbol: number) =>
    Buffer.from([kind, 1, ...Array(15).fill(0), symbol]);
  const blocks = Math.ceil(side / 8) ** 2;
  // Symbol 0xe0 and 14 bits of zeros: 16,384 blocks without a coefficient. Too many runs do no harm.
  const emptyBlocks = Buffer.alloc(Math.ceil((Math.ceil(blocks / 16_384) * 15) / 8));
  const scan = (coefficient: number, data: Buffer) => [
    segment(0xda, Buffer.from([1, 1, 0, coefficient, coefficient, 0])),
    data,
  ];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc2, frame),
    segment(0xc4, codes(0x00, 0x00)),
    segment(0xc4, codes(0x10, 0xe0)),
    ...scan(0, Buffer.alloc(Math.ceil(blocks / 8))),
    ...Array.from({ length: scans - 1 }, (_, index) => scan(1 + (index % 63), emptyBlocks)).flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
}

/** A real PNG with compressed texts of 7.9 MB each after its header. */
async function pngWithTexts(texts: number, type = 'zTXt'): Promise<Buffer> {
  const create = { width: 60, height: 40, channels: 3 as const, background: '#3366cc' };
  const png = await sharp({ create }).png().toBuffer();
  const packed = deflateSync(Buffer.alloc(7_900_000, 'a'), { level: 9 });
  const headerEnd = 8 + 25;
  const flags = type === 'iTXt' ? '\0\x01\0\0\0' : '\0\0';
  return Buffer.concat([
    png.subarray(0, headerEnd),
    ...Array.from({ length: texts }, (_, index) =>
      chunk(type, Buffer.concat([Buffer.from(`k${index}${flags}`), packed])),
    ),
    png.subarray(headerEnd),
  ]);
}

/** An animated WebP of one pixel: every frame is 46 bytes. */
async function webpOfFrames(frames: number): Promise<Buffer> {
  const create = { width: 1, height: 1, channels: 4 as const, background: '#3366cc' };
  const still = await sharp({ create }).webp({ lossless: true }).toBuffer();
  const riff = (type: string, data: Buffer) => {
    const head = Buffer.from(`${type}\0\0\0\0`);
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const bitmap = still.subarray(still.indexOf('VP8L'));
  const frame = riff('ANMF', Buffer.concat([Buffer.alloc(16), bitmap]));
  const chunks = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', Buffer.from([2, ...Array(9).fill(0)])),
    riff('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(frame),
  ]);
  return riff('RIFF', chunks);
}

const UNREADABLE = 'This image cannot be read. Please choose another one.';

describe('a picture that is expensive to decode', () => {
  it('with thousands of scans costs no more than a picture with as many pixels', async () => {
    const member = await test.loginAs();
    const save = (profileImage: string) =>
      member.call('PATCH', '/api/me', { body: { profileImage } });
    const ordinary = dataUrl('jpeg', jpegOfScans(2_000, 10));
    const bomb = dataUrl('jpeg', jpegOfScans(2_000, 5_000));
    expect((await save(ordinary)).statusCode).toBe(200);
    const saveBomb = async () => {
      const response = await save(bomb);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ fields: { profileImage: UNREADABLE } });
    };
    expect(await cpuRatio(saveBomb, () => save(ordinary), 10)).toBeLessThan(10);
  });

  it('with thousands of frames costs no more than an animation', async () => {
    const member = await test.loginAs();
    const save = (profileImage: string) =>
      member.call('PATCH', '/api/me', { body: { profileImage } });
    const ordinary = dataUrl('webp', await webpOfFrames(100));
    const bomb = dataUrl('webp', await webpOfFrames(30_000));
    expect((await save(ordinary)).statusCode).toBe(200);
    const saveBomb = async () => {
      const response = await save(bomb);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ fields: { profileImage: UNREADABLE } });
    };
    expect(await cpuRatio(saveBomb, () => save(ordinary), 10)).toBeLessThan(10);
  });

  it('with texts that unpack to hundreds of megabytes costs no more than one without', async () => {
    const member = await test.loginAs();
    const save = async (profileImage: string) => {
      const { statusCode } = await member.call('PATCH', '/api/me', { body: { profileImage } });
      expect(statusCode).toBe(200);
    };
    const ordinary = dataUrl('png', await pngWithTexts(0));
    await save(ordinary);
    for (const type of ['zTXt', 'iTXt']) {
      const bomb = dataUrl('png', await pngWithTexts(60, type));
      const ratio = await cpuRatio(
        () => save(bomb),
        () => save(ordinary),
        10,
      );
      expect(ratio).toBeLessThan(10);
    }
  });

  it('is accepted if it is a photo with an embedded preview and video', async () => {
    const member = await test.loginAs();
    const create = { width: 60, height: 40, channels: 3 as const, background: '#3366cc' };
    const photo = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
    const preview = segment(0xe1, Buffer.alloc(20_000, Buffer.from([0xff, 0xda])));
    const video = Buffer.alloc(200_000, Buffer.from([0xff, 0xda]));
    const bytes = Buffer.concat([photo.subarray(0, 2), preview, photo.subarray(2), video]);
    const body = { profileImage: dataUrl('jpeg', bytes) };
    expect((await member.call('PATCH', '/api/me', { body })).statusCode).toBe(200);
  });
});
