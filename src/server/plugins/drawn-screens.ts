import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** HTML by address, as the client's prerender.tsx leaves it. */
type Screens = Partial<Record<'visitor' | 'member' | 'waiting', Record<string, string>>>;

const EMPTY_ROOT = '<div id="root"></div>';
const APP = '<script type="module"';
const SCREEN_CODE = '<link rel="modulepreload"';

/**
 * The client's build leaves the first picture of most screens as HTML. Sent within the page it shows
 * while the app's code is still on its way; until then it is inert. Any other address, such as one
 * with a search, begins empty.
 */
export function readDrawnScreens(clientDir: string) {
  const file = path.join(clientDir, '.vite/screens.json');
  const drawn: Screens = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (page: string, address: string, isVisitor: boolean): string => {
    const whole = isVisitor ? drawn.visitor?.[address] : drawn.member?.[address];
    const waiting = isVisitor ? undefined : drawn.waiting?.[address];
    const html = whole ?? waiting;
    if (!html) return page;
    const filled = page.replace(EMPTY_ROOT, () => `<div id="root" inert>${html}</div>`);
    // The app asks who this is while the screen's own code is still on its way.
    const ranked = filled.replaceAll(SCREEN_CODE, `${SCREEN_CODE} fetchpriority="low"`);
    // Where there is something to be seen already, its style and fonts come before all code.
    return whole ? ranked.replace(APP, `${APP} fetchpriority="low"`) : ranked;
  };
}
