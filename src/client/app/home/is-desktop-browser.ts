/** Phones and tablets have no desktop view to fix. */
export function isDesktopBrowser(): boolean {
  return !/Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent);
}
