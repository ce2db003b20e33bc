import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** HTML by address, as the client's prerender.tsx leaves it. */
type Screens = Partial<Record<'visitor' | 'member' | 'waiting', Record<string, string>>>;

const EMPTY_ROOT = '<div id="root"></div>';
const APP = '<script type="module"';
const SCREEN_CODE = '<link rel="modulepreload"';

/**
 * The client's build leaves the first picture of most screens as HTML. Sent within the page it shows
 * while the app's code still loads; until then it is inert. Any other address, such as one with a
 * search, starts empty. Returns a function for each address that puts its picture into the page.
 */
export function readPrerenderedScreens(
  clientDir: string,
  isVisitor: boolean,
): Map<string, (page: string) => string> {
  const file = path.join(clientDir, '.vite/screens.json');
  const drawn: Screens = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const whole = Object.entries((isVisitor ? drawn.visitor : drawn.member) ?? {});
  const waiting = Object.entries((isVisitor ? undefined : drawn.waiting) ?? {});
  return new Map([
    ...waiting.map(([address, html]) => [address, (page: string) => fill(page, html)] as const),
    ...whole.map(
      // Where there is something to see already, its style and fonts come before all code.
      ([address, html]) =>
        [
          address,
          (page: string) => fill(page, html).replace(APP, `${APP} fetchpriority="low"`),
        ] as const,
    ),
  ]);
}

function fill(page: string, html: string): string {
  const filled = page.replace(EMPTY_ROOT, () => `<div id="root" inert>${html}</div>`);
  // The app asks who this is while the screen's own code still loads.
  return filled.replaceAll(SCREEN_CODE, `${SCREEN_CODE} fetchpriority="low"`);
}
