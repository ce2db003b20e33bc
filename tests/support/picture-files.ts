import sharp from 'sharp';

/** A file as somebody picks it: red on the left half, blue on the right. */
export async function twoColoredPicture(width = 800, height = 400) {
  const half = { width: width / 2, height, channels: 3 as const };
  const left = await sharp({ create: { ...half, background: '#ff0000' } })
    .png()
    .toBuffer();
  const right = await sharp({ create: { ...half, background: '#0000ff' } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: width / 2, top: 0 },
    ])
    .png()
    .toBuffer();
  return { name: 'me.png', mimeType: 'image/png', buffer };
}

/** A file of so many bytes that says it is a picture. */
export function fileOf(bytes: number, mimeType = 'image/png') {
  return { name: 'large.png', mimeType, buffer: Buffer.alloc(bytes) };
}
