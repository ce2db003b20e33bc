import { type RefObject, useRef } from 'react';

/**
 * Gives the focus back to whatever had it when a dialog opened. Radix does so only for its own
 * trigger element; our dialogs are opened from anywhere and loaded when needed. A dialog that was
 * left for another screen leaves the focus to that screen. What opened the dialog may be gone by
 * then, for example a removed row: `fallback` gets the focus instead.
 */
export function useFocusReturn(fallback?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  const screen = useRef('');
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      screen.current = window.location.pathname;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (focusNewScreen(screen.current)) return;
      const element = opener.current;
      if (element instanceof HTMLElement && element.isConnected) element.focus();
      else if (fallback?.current) fallback.current.focus();
      else if (document.activeElement === document.body) focusScreen();
    },
  };
}

/** True if another screen than `openedOn` shows by now. */
export function focusNewScreen(openedOn: string): boolean {
  if (window.location.pathname === openedOn) return false;
  focusScreen();
  return true;
}

function focusScreen(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
