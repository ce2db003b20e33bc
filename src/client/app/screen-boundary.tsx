import { type ReactNode, useEffect } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { ErrorBoundary } from '#client/components/ui/error-boundary.tsx';
import { reloadOnce, useIsOutdated } from '#client/lib/new-version.ts';
import { markReady } from './screen-ready.tsx';

/**
 * Shows an error instead of an empty page when a screen's code fails to load (offline, or a newer
 * version on the server) or when rendering it throws.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary onError={markReady} fallback={<ScreenFailed />}>
      {children}
    </ErrorBoundary>
  );
}

function ScreenFailed() {
  const isOutdated = useIsOutdated();
  useEffect(() => {
    if (isOutdated) reloadOnce();
  }, [isOutdated]);
  return (
    <div role="alert" className="content-width flex flex-col items-center py-24 text-center">
      <h1 className="text-h1">
        {isOutdated ? 'A new version is ready.' : 'This screen did not load'}
      </h1>
      <p className="mt-3 max-w-md text-muted">
        {!isOutdated && 'Check your connection and try again. '}Nothing you saved is lost.
      </p>
      <Button className="mt-6" onClick={() => window.location.reload()}>
        {isOutdated ? 'Reload' : 'Try again'}
      </Button>
    </div>
  );
}
