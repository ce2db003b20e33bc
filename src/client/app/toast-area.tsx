import { lazy, Suspense, useEffect } from 'react';
import { useToasts } from '#client/lib/toast-store.ts';

const loadToaster = () => import('#client/components/ui/toaster.tsx');
const Toaster = lazy(loadToaster);

/** Nothing can be told before somebody has touched the page: that is when the code is fetched. */
export function ToastArea() {
  const hasToast = useToasts().length > 0;
  useEffect(() => {
    const load = () => void loadToaster();
    window.addEventListener('pointerdown', load, { once: true });
    window.addEventListener('keydown', load, { once: true });
    return () => {
      window.removeEventListener('pointerdown', load);
      window.removeEventListener('keydown', load);
    };
  }, []);
  return <Suspense>{hasToast && <Toaster />}</Suspense>;
}
