import { type ComponentType, useEffect, useState } from 'react';
import { useToasts } from '#client/lib/toast-store.ts';

/**
 * Nothing can be told before somebody has touched the page: that is when the toasts' code is
 * fetched. Not through Suspense, which holds back what it reveals.
 */
export function ToastArea() {
  const hasToast = useToasts().length > 0;
  const [isWanted, setIsWanted] = useState(false);
  const [Toaster, setToaster] = useState<ComponentType>();

  useEffect(() => {
    const want = () => setIsWanted(true);
    window.addEventListener('pointerdown', want, { once: true });
    window.addEventListener('keydown', want, { once: true });
    return () => {
      window.removeEventListener('pointerdown', want);
      window.removeEventListener('keydown', want);
    };
  }, []);

  const isNeeded = isWanted || hasToast;
  useEffect(() => {
    if (!isNeeded) return;
    import('#client/components/ui/toaster.tsx')
      .then((module) => setToaster(() => module.Toaster))
      .catch((error) => console.error('The toasts did not load', error));
  }, [isNeeded]);

  return Toaster ? <Toaster /> : null;
}
