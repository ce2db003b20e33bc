import { useEffect, useRef } from 'react';
import { useIsOutdated } from '#client/lib/new-version.ts';
import { Button } from './button.tsx';

interface LoadFailedProps {
  onRetry: () => void;
  onDismiss: () => void;
}

/** Not a toast: the code of the toasts may be what the connection cannot deliver. */
export function LoadFailed({ onRetry, onDismiss }: LoadFailedProps) {
  const retry = useRef<HTMLButtonElement>(null);
  const isOutdated = useIsOutdated();
  useEffect(() => {
    const opener = document.activeElement;
    retry.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <div
      role="alert"
      className="fixed right-3 bottom-[max(12px,env(safe-area-inset-bottom))] z-60 rounded-card border border-danger bg-danger-soft p-4 text-ink"
    >
      <p className="font-bold">{isOutdated ? 'A new version is ready.' : 'This did not load'}</p>
      <p>{isOutdated ? 'Reload the page to continue.' : 'Check your connection and try again.'}</p>
      <div className="mt-3 flex gap-2">
        <Button
          ref={retry}
          size="small"
          onClick={isOutdated ? () => window.location.reload() : onRetry}
        >
          {isOutdated ? 'Reload' : 'Try again'}
        </Button>
        <Button variant="secondary" size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
