import { useCallback, useEffect, useState } from 'react';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { shouldOnboard } from './onboarding-flag.ts';

const OnboardingDialog = lazyOnOpen(() => import('./onboarding-dialog.tsx'), { isSilent: true });

/** On a first visit, five short steps over the home screen, once that is there. */
export function Onboarding() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    setIsShown(shouldOnboard());
  }, []);
  const close = useCallback(() => setIsShown(false), []);
  return isShown && <OnboardingDialog isOpen onClose={close} />;
}
