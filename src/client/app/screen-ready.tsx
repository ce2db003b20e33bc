import { useEffect } from 'react';

/**
 * A prerendered page is `inert` until its code has loaded: no early input is lost, and no form is
 * submitted by the browser itself.
 */
export function markReady(): void {
  for (const element of document.querySelectorAll('#root, form')) element.removeAttribute('inert');
  // Left by page-guard.js where the code came very late.
  document.getElementById('page-note')?.remove();
}

/** Rendered beside a screen, inside its Suspense. */
export function ScreenReady() {
  useEffect(markReady, []);
  return null;
}
