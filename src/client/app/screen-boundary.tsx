import { Component, type ReactNode } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { markReady } from './screen-ready.tsx';

interface ScreenBoundaryProps {
  children: ReactNode;
}

/**
 * Shows an error instead of an empty page when a screen's code fails to load (offline, or a newer
 * version on the server) or when rendering it throws.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    markReady();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
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
}
