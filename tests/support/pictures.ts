import sharp from 'sharp';

/** A small real picture as a client sends it. */
export async function pictureUrl(type: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', color = '#3366cc') {
  const create = { width: 60, height: 40, channels: 3 as const, background: color };
  const bytes = await sharp({ create }).toFormat(type).toBuffer();
  return `data:image/${type};base64,${bytes.toString('base64')}`;
}

/** A real JPEG of exactly this many bytes: decoders ignore what follows its end. */
export async function pictureOfSize(bytes: number) {
  const create = { width: 60, height: 40, channels: 3 as const, background: '#3366cc' };
  const picture = await sharp({ create }).jpeg().toBuffer();
  return `data:image/jpeg;base64,${Buffer.concat([picture], bytes).toString('base64')}`;
}
