import { isIpad } from '#client/lib/is-ipad.ts';

/** Phones and tablets have no desktop view to fix. */
export function isDesktopBrowser(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  if (isIpad(userAgent, maxTouchPoints)) return false;
  return !/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent);
}
