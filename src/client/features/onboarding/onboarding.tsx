import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { shouldOnboard } from './onboarding-flag.ts';

const OnboardingDialog = lazy(() => import('./onboarding-dialog.tsx'));

/** On a first visit, five short steps over the home screen, once that is there. */
export function Onboarding() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (shouldOnboard()) startTransition(() => setIsShown(true));
  }, []);
  if (!isShown) return null;
  return (
    <Suspense>
      <OnboardingDialog onGone={() => setIsShown(false)} />
    </Suspense>
  );
}
