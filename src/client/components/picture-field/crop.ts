/** What the server keeps; a larger picture would only be made smaller there. */
const SIDE_PX = 512;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** The chosen square of a picture, as a data URL. */
export async function cropToSquare(url: string, area: Area): Promise<string> {
  const image = await loadImage(url);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, SIDE_PX, SIDE_PX);
  // Browsers that cannot write WebP write PNG instead.
  return canvas.toDataURL('image/webp', 0.92);
}
