import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadFailedProps {
  onRetry: () => void;
  onDismiss: () => void;
}

/** Not a toast: the code of the toasts may be what the connection cannot deliver. */
export function LoadFailed({ onRetry, onDismiss }: LoadFailedProps) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    retry.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <div
      role="alert"
      className="fixed right-3 bottom-3 left-3 z-60 flex items-start gap-3 rounded-card border border-danger bg-danger-soft p-3 text-ink shadow-dialog md:left-auto md:w-[396px]"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-bold">This did not load</p>
        <p className="text-small">Check your connection and try again.</p>
        <Button ref={retry} variant="secondary" size="small" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}
