import clsx from 'clsx';
import { Download } from 'lucide-react';
import { useState } from 'react';

/** The guide and its words come with the first press. */
export function DownloadAppButton({ className }: { className?: string }) {
  const [isDownloading, setIsDownloading] = useState(false);
  async function download() {
    if (isDownloading) return;
    setIsDownloading(true);
    try {
      const { installApp } = await import('./install-app.ts');
      await installApp();
    } finally {
      setIsDownloading(false);
    }
  }
  return (
    <button
      type="button"
      onClick={download}
      aria-busy={isDownloading || undefined}
      aria-disabled={isDownloading || undefined}
      className={clsx(
        'inline-flex min-h-12 items-center justify-center gap-2.5 rounded-button px-5 text-button text-hero-ink hover:bg-hero-hover',
        className,
      )}
    >
      <Download aria-hidden="true" className="size-5" />
      Download App
    </button>
  );
}
