import { useEffect } from 'react';

/**
 * A prerendered page is `inert` until its code has loaded: no early input is lost, and no form is
 * submitted by the browser itself.
 */
export function markReady(): void {
  document.getElementById('root')?.removeAttribute('inert');
}

/** Rendered beside a screen, inside its Suspense. */
export function ScreenReady() {
  useEffect(markReady, []);
  return null;
}
