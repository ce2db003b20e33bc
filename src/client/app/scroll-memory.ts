/** Where each address was scrolled to, while this page is open. */
const positions = new Map<string, number>();
let isTraversal = false;

/** Whether Back or Forward led to the screen that shows. */
export const cameByTraversal = () => isTraversal;

/** The browser restores a position too early, before a screen has its data. Call once. */
export function rememberScroll(): void {
  const remember = () => positions.set(window.location.href, window.scrollY);
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('popstate', () => {
    isTraversal = true;
    const { href } = window.location;
    const position = positions.get(href);
    if (!position) return;
    import('./restore-scroll.ts').then(
      ({ restoreScroll }) => href === window.location.href && restoreScroll(position),
      () => undefined,
    );
  });
  window.addEventListener('pushState', () => {
    isTraversal = false;
  });
}
