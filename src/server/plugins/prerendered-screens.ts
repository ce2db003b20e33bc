import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** HTML by address, as the client's prerender.tsx leaves it. */
type Screens = Partial<Record<'visitor' | 'member' | 'waiting', Record<string, string>>>;

export const EMPTY_ROOT = '<div id="root"></div>';
/** For when the app's code never comes. A page that starts empty does not need it. */
const GUARD = '<script async fetchpriority="low" src="/page-guard.js"></script>';
const APP = '<script type="module"';
const SCREEN_CODE = '<link rel="modulepreload"';

/**
 * The client's build prerenders most screens as HTML, which the page shows while the app's code loads.
 * Other addresses, such as one with a search, start empty. Returns a function for each address that
 * inserts its HTML into the page.
 */
export function readPrerenderedScreens(
  clientDir: string,
  isVisitor: boolean,
): Map<string, (page: string) => string> {
  const file = path.join(clientDir, '.vite/screens.json');
  const screens: Screens = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const whole = Object.entries((isVisitor ? screens.visitor : screens.member) ?? {});
  const waiting = Object.entries((isVisitor ? undefined : screens.waiting) ?? {});
  return new Map([
    ...waiting.map(([address, html]) => [address, (page: string) => fill(page, html)] as const),
    ...whole.map(
      // Styles and fonts of a prerendered screen load before code.
      ([address, html]) =>
        [
          address,
          (page: string) => fill(page, html).replace(APP, `${APP} fetchpriority="low"`),
        ] as const,
    ),
  ]);
}

export const withGuard = (page: string) => page.replace('</head>', `  ${GUARD}\n  </head>`);

function fill(page: string, html: string): string {
  const filled = withGuard(page).replace(EMPTY_ROOT, () => `<div id="root" inert>${html}</div>`);
  // The app requests the user while the screen's code loads.
  return filled.replaceAll(SCREEN_CODE, `${SCREEN_CODE} fetchpriority="low"`);
}
