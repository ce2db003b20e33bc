/** Somebody who scrolls or moves on does not want the old position any more. */
const MOVED_ON = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate', 'pushState'];

/** Scrolls there as soon as the page is long enough. */
export function restoreScroll(position: number): void {
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, position);
    if (Math.abs(window.scrollY - position) <= 1) stop.abort();
  });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of MOVED_ON) {
    window.addEventListener(event, () => stop.abort(), { signal: stop.signal });
  }
  observer.observe(document.body);
}
