import { lazy, Suspense, useEffect } from 'react';
import { useToasts } from '#client/lib/toast-store.ts';

const loadToaster = () => import('#client/components/ui/toaster.tsx');
const Toaster = lazy(loadToaster);

/** The first toast comes after the first look: its code is fetched once the page has settled. */
export function ToastArea() {
  const hasToast = useToasts().length > 0;
  useEffect(() => {
    // Safari has no idle callback.
    const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));
    whenIdle(() => void loadToaster());
  }, []);
  return <Suspense>{hasToast && <Toaster />}</Suspense>;
}
