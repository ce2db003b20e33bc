import { useEffect, useEffectEvent } from 'react';

/** Not in TypeScript's DOM types, nor in every browser. */
declare global {
  var CloseWatcher: { new (): { onclose: (() => void) | null; destroy(): void } } | undefined;
}

/** Back on an Android phone closes what is open instead of leaving the screen. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !globalThis.CloseWatcher) return;
    const watcher = new globalThis.CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [isOpen]);
}
