import { useRef } from 'react';

/**
 * Gives the focus back to whatever had it when a dialog opened. Radix does so only for its own
 * trigger element; our dialogs are opened from anywhere and loaded when needed. A dialog that was
 * left for another screen leaves the focus to that screen.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  const screen = useRef('');
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      screen.current = window.location.pathname;
    },
    onCloseAutoFocus: (event: Event) => {
      if (focusNewScreen(screen.current)) {
        event.preventDefault();
        return;
      }
      const element = opener.current;
      if (!(element instanceof HTMLElement && element.isConnected)) return;
      event.preventDefault();
      element.focus();
    },
  };
}

/** True if another screen than `openedOn` shows by now. */
export function focusNewScreen(openedOn: string): boolean {
  if (window.location.pathname === openedOn) return false;
  document.getElementById('main')?.focus({ preventScroll: true });
  return true;
}
