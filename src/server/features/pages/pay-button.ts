import { ContentCache } from '#server/lib/content-cache.ts';
import { RESVG_OPTIONS } from './draw-card.ts';
import { canDraw, measure } from './fonts.ts';
import { loadPageProgram } from './render.ts';

const TEXT_SIZE = 20;
/** Around the text: the logo on its left, some room on its right. */
const OTHER_WIDTH = 74;
const KEPT_BUTTONS = 200;
const cache = new ContentCache<string>(KEPT_BUTTONS);

/** An SVG whose text is drawn as shapes, because a picture on another site cannot load our fonts. */
export function drawPayButton(displayName: string, username: string): Promise<string> {
  const label = `Pay ${canDraw(displayName, 'display') ? displayName : `@${username}`}`;
  return cache.get(label, async () => {
    const { Resvg } = await import('@resvg/resvg-js');
    const { renderPayButton } = await loadPageProgram();
    const width = Math.ceil(measure(label, 'display', TEXT_SIZE) + OTHER_WIDTH);
    return new Resvg(renderPayButton(label, width), RESVG_OPTIONS).toString();
  });
}
