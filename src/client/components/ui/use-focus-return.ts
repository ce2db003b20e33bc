import { useRef } from 'react';

/**
 * Gives the focus back to whatever had it when a dialog opened. Radix does so only for its own
 * trigger element; our dialogs are opened from anywhere and loaded when needed.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const element = opener.current;
      if (!(element instanceof HTMLElement && element.isConnected)) return;
      event.preventDefault();
      element.focus();
    },
  };
}
