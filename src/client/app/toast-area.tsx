import { type ComponentType, useEffect, useState } from 'react';
import { useToasts } from '#client/lib/toast-store.ts';

/**
 * Loads the toasts' code when somebody first touches the page, or when a toast is shown before that.
 * Not through Suspense, which delays what it reveals.
 */
export function ToastArea() {
  const newestId = useToasts()[0]?.id;
  const [isTouched, setIsTouched] = useState(false);
  const [Toaster, setToaster] = useState<ComponentType>();

  useEffect(() => {
    if (isTouched) return;
    const touch = () => setIsTouched(true);
    window.addEventListener('pointerdown', touch);
    window.addEventListener('keydown', touch);
    return () => {
      window.removeEventListener('pointerdown', touch);
      window.removeEventListener('keydown', touch);
    };
  }, [isTouched]);

  useEffect(() => {
    if (Toaster || (!isTouched && newestId === undefined)) return;
    import('#client/components/ui/toaster.tsx')
      .then((module) => setToaster(() => module.Toaster))
      .catch((error) => {
        console.error('The toasts failed to load', error);
        // The next touch tries again.
        setIsTouched(false);
      });
  }, [Toaster, isTouched, newestId]);

  return Toaster ? <Toaster /> : null;
}
