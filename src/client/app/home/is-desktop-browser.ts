/** Phones and tablets have no desktop view to fix. iPads say that they are Macs, but have a touch screen. */
export function isDesktopBrowser(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return false;
  return !/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent);
}
