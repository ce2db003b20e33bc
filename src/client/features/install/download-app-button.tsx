import clsx from 'clsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '#client/components/ui/load-failed.tsx';
import { hasInstallPrompt } from './install-prompt.ts';

/** The guide and its words come with the first press. */
export function DownloadAppButton({ className }: { className?: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const isBusy = state === 'busy';
  async function download() {
    if (isBusy) return;
    setState('busy');
    // Before anything is awaited: Safari blocks a window that opens later.
    const tab = hasInstallPrompt() ? null : openEmptyTab();
    try {
      const { installApp } = await import('./install-app.ts');
      await installApp(tab);
      setState('idle');
    } catch {
      tab?.close();
      setState('failed');
    }
  }
  return (
    <>
      <button
        type="button"
        onClick={download}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        className={clsx(
          'inline-flex min-h-12 items-center justify-center gap-2.5 rounded-button px-5 text-button text-hero-ink hover:bg-hero-hover',
          className,
        )}
      >
        <Download aria-hidden="true" className="size-5" />
        Download App
      </button>
      {state === 'failed' && <LoadFailed onRetry={download} onDismiss={() => setState('idle')} />}
    </>
  );
}

function openEmptyTab(): Window | null {
  try {
    return window.open('', '_blank');
  } catch {
    return null;
  }
}
