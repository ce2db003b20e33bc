import { type ReactNode, useDeferredValue } from 'react';
import { Redirect, useLocation } from 'wouter';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { useSession } from '#client/lib/session.ts';
import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { useSearchPart } from '#client/lib/use-search-part.ts';
import { SCREENS } from '#contract/screens.ts';

/** A spinner while the session loads, then the screen, or a redirect to log in and back. */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const { user, isLoading } = useSession();
  const [path] = useLocation();
  const search = useSearchPart();
  const isHydrating = useBrowserValue(() => false, true);
  // Screens for members are large, so they render in the background.
  const isWaiting = useDeferredValue(isLoading, isLoading || !isHydrating);
  if (isLoading || isWaiting) return <ScreenSpinner />;
  if (!user) {
    const returnTo = search ? `${path}?${search}` : path;
    return <Redirect to={SCREENS.auth} replace state={{ returnTo, isRequired: true }} />;
  }
  return children;
}
