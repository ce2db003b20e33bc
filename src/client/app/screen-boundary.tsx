import type { ReactNode } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { ErrorBoundary } from '#client/components/ui/error-boundary.tsx';
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
  return (
    <div role="alert" className="content-width flex flex-col items-center py-24 text-center">
      <h1 className="text-h1">This screen did not load</h1>
      <p className="mt-3 max-w-md text-muted">
        Check your connection and try again. Nothing you saved is lost.
      </p>
      <Button className="mt-6" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  );
}
