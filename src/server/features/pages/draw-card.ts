import { createHash } from 'node:crypto';
import { CARD_PICTURE, type CardDrawing } from '#contract/page-card.ts';
import { createBoundedQueue } from '#server/lib/bounded-queue.ts';
import { ContentCache } from '#server/lib/content-cache.ts';
import { loadSharp } from '#server/lib/load-sharp.ts';
import { FONT_FILES } from './fonts.ts';
import { loadPageProgram } from './render.ts';

/** Raised when the drawing itself changes. */
const CARD_VERSION = 1;
/** About 50 kB each. */
const KEPT_CARDS = 200;

export const RESVG_OPTIONS = {
  font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: 'Gabarito' },
};

/** Changes with everything that the picture shows. */
export function hashCard(drawing: CardDrawing, pictureAddress: string | null): string {
  const content = JSON.stringify([CARD_VERSION, drawing, pictureAddress]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 16);
}

/** One at a time: a picture takes a thread for about as long as twenty searches. */
export function createCardPainter() {
  const cache = new ContentCache<Buffer>(KEPT_CARDS);
  const queue = createBoundedQueue({ running: 1, waiting: 8 });
  /** `readAvatar` returns the person's own picture, if there is one. Throws where too many wait. */
  return (hash: string, drawing: CardDrawing, readAvatar: () => Promise<Buffer | undefined>) =>
    cache.get(hash, () =>
      queue(async () => {
        const avatar = await readAvatar();
        const { renderCard } = await loadPageProgram();
        const svg = renderCard(drawing, avatar ? await toDataUrl(avatar) : null);
        const { renderAsync } = await import('@resvg/resvg-js');
        const { pixels, width, height } = await renderAsync(svg, RESVG_OPTIONS);
        // Its own encoder would take the event loop for 40 ms.
        const sharp = await loadSharp();
        return sharp(pixels, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .png()
          .toBuffer();
      }),
    );
}

async function toDataUrl(avatar: Buffer): Promise<string> {
  const { width, height } = CARD_PICTURE;
  const sharp = await loadSharp();
  const jpeg = await sharp(avatar)
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
