import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { avatarBytes, makeAvatar } from './avatar.ts';

const refusal = { field: 'profileImage', tooLarge: 'Profile image must be less than 5MB' };
const url = (type: string, bytes: Buffer) =>
  `data:image/${type};base64,${bytes.toString('base64')}`;
const make = (upload: string) => makeAvatar(upload, refusal);

/** Red on the left, blue on the right. */
async function photo(width = 40, height = 20) {
  const half = { width: width / 2, height, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

describe('makeAvatar', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'accepts %s and makes a square WebP',
    async (type) => {
      const upload = await (await photo()).toFormat(type).toBuffer();
      const { dataUrl, hash } = await make(url(type, upload));
      expect(dataUrl).toMatch(/^data:image\/webp;base64,/);
      expect(hash).toMatch(/^[0-9a-f]{32}$/);
      const metadata = await sharp(avatarBytes(dataUrl)).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 });
    },
  );

  it('rotates it upright and removes all metadata', async () => {
    const upload = await (await photo())
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'Ana', Make: 'Phone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(upload).metadata()).exif).toBeDefined();
    const bytes = avatarBytes((await make(url('jpeg', upload))).dataUrl);
    const metadata = await sharp(bytes).metadata();
    for (const kind of ['exif', 'xmp', 'icc', 'iptc', 'orientation'] as const) {
      expect(metadata[kind]).toBeUndefined();
    }
    // Turned clockwise: what was on the left is at the top.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const [red, , blue] = data.subarray(info.channels * 256, info.channels * 256 + 3);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(80);
  });

  it.each([
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['html', Buffer.from('<html><script>alert(1)</script></html>')],
    ['nothing', Buffer.alloc(0)],
    ['tiff', Buffer.from('II*\0')],
  ])('refuses %s, whatever type it claims', async (_, bytes) => {
    await expect(make(url('png', bytes))).rejects.toMatchObject({
      status: 400,
      fields: { profileImage: 'Please choose a PNG, JPEG, WebP or GIF image' },
    });
  });

  it.each([
    ['cut off', async () => (await (await photo()).png().toBuffer()).subarray(0, 60)],
    ['a signature alone', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ])('refuses a picture that is %s', async (_, bytes) => {
    await expect(make(url('png', await bytes()))).rejects.toMatchObject({
      status: 400,
      fields: { profileImage: 'This image cannot be read. Please choose another one.' },
    });
  });

  it('refuses what is not base64', async () => {
    await expect(make('data:image/png;base64,iVBORw0KGgo*%')).rejects.toMatchObject({
      fields: { profileImage: 'This image cannot be read. Please choose another one.' },
    });
  });

  it('refuses a small file that decodes to more than 25 megapixels', async () => {
    const create = { width: 5_001, height: 5_000, channels: 3 as const, background: '#fff' };
    const bomb = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(200_000);
    await expect(make(url('png', bomb))).rejects.toMatchObject({
      status: 400,
      fields: {
        profileImage: 'This image has more than 25 megapixels. Please choose a smaller one.',
      },
    });
  });

  it('takes exactly 5 MB and refuses one byte more with 413', async () => {
    const picture = await (await photo()).jpeg().toBuffer();
    // Bytes after the end of a JPEG are ignored by decoders: a way to any size.
    const padded = (size: number) => Buffer.concat([picture], size);
    const limit = 5 * 1024 * 1024;
    await expect(make(url('jpeg', padded(limit)))).resolves.toHaveProperty('hash');
    await expect(make(url('jpeg', padded(limit + 1)))).rejects.toMatchObject({
      status: 413,
      message: 'Profile image must be less than 5MB',
    });
  });
});
