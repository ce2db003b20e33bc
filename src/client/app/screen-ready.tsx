import { useEffect } from 'react';

/**
 * A page that was drawn ahead of time cannot be used before its code is there, and says so with
 * `inert`: no letter typed too early is lost, and no form is sent the browser's own way.
 */
export function markReady(): void {
  document.getElementById('root')?.removeAttribute('inert');
}

/** Put beside a screen, inside what waits for it. */
export function ScreenReady() {
  useEffect(markReady, []);
  return null;
}
