import { useEffect, useEffectEvent } from 'react';

interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Not in TypeScript's DOM types, nor in every browser. */
declare global {
  var CloseWatcher: { new (): Watcher } | undefined;
}

/** Back on an Android phone closes what is open instead of leaving the screen. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !globalThis.CloseWatcher) return;
    const NewWatcher = globalThis.CloseWatcher;
    let watcher = watch();
    function watch(): Watcher {
      const next = new NewWatcher();
      next.onclose = () => {
        // One works once, and what is open may refuse to close while it sends something.
        watcher = watch();
        close();
      };
      return next;
    }
    return () => watcher.destroy();
  }, [isOpen]);
}
