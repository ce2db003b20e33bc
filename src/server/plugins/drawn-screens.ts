import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Drawn = Record<string, Record<string, string>>;

const EMPTY_ROOT = '<div id="root"></div>';

/**
 * The client's build leaves the first picture of most screens as HTML. Sent within the page it shows
 * while the app's code is still on its way; until then it is inert. Any other address, such as one
 * with a search, begins empty.
 */
export function readDrawnScreens(clientDir: string) {
  const file = path.join(clientDir, '.vite/screens.json');
  const drawn: Drawn = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (page: string, address: string, isVisitor: boolean): string => {
    const html = drawn[isVisitor ? 'visitor' : 'member']?.[address];
    if (!html) return page;
    return page.replace(EMPTY_ROOT, () => `<div id="root" inert>${html}</div>`);
  };
}
