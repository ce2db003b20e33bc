import { lazy, Suspense, useState } from 'react';
import { shouldOnboard } from './onboarding-flag.ts';

const OnboardingDialog = lazy(() => import('./onboarding-dialog.tsx'));

/** On a first visit, five short steps over the home screen. */
export function Onboarding() {
  const [isShown, setIsShown] = useState(shouldOnboard);
  if (!isShown) return null;
  return (
    <Suspense>
      <OnboardingDialog onGone={() => setIsShown(false)} />
    </Suspense>
  );
}
