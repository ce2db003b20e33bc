import type { Page } from 'playwright-core';

/** For `before`: remembers where everything that can be pressed or typed in was first seen. */
export function recordPlaces() {
  const places = new Map<Element, number>();
  Object.assign(window, { places });
  new MutationObserver(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    if (sheets.some(({ sheet }) => sheet === null)) return;
    const controls = 'main :is(a, button, input, textarea), footer a';
    for (const control of document.querySelectorAll(controls)) {
      const { top, height } = control.getBoundingClientRect();
      const isSeen = height > 0 && top < innerHeight && !control.closest('[inert]');
      if (isSeen && control.checkVisibility({ visibilityProperty: true }) && !places.has(control))
        places.set(control, top + scrollY);
    }
  }).observe(document, { attributes: true, childList: true, subtree: true });
}

/** Those of them that are somewhere else by now. Another font may move a line by a few pixels. */
export const movedControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const places = Reflect.get(window, 'places') as Map<Element, number>;
    if (places.size === 0) return ['no place was recorded'];
    return [...places].flatMap(([control, before]) => {
      const by = Math.round(control.getBoundingClientRect().top + scrollY - before);
      const isMoved = control.isConnected && Math.abs(by) > 5;
      return isMoved ? `${control.ariaLabel ?? control.textContent}: ${by}` : [];
    });
  });
