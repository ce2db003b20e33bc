import clsx from 'clsx';
import { RefreshCw } from 'lucide-react';
import { Button } from '#client/components/ui/button.tsx';
import { CHANGELOG } from '#contract/changelog.ts';
import { useUpdateCheck } from './api.ts';

/** The changelog this page was built with, until a check brings a newer one. */
export function LatestUpdates() {
  const check = useUpdateCheck();
  const notes = check.data?.updated ? check.data.updateNotes : CHANGELOG;
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-h2">Latest Updates</h2>
        <Button
          variant="secondary"
          size="small"
          isBusy={check.isPending}
          busyLabel="Checking..."
          onClick={() => check.mutate()}
        >
          <RefreshCw aria-hidden="true" className="size-4.5" />
          Check for Updates
        </Button>
      </div>
      {check.data?.updated && (
        <p className="mt-4 rounded-card bg-brand-soft p-4">
          Version {check.data.version} is out.{' '}
          <button
            type="button"
            onClick={() => window.location.reload()}
            className="font-bold underline underline-offset-4"
          >
            Reload to get it
          </button>
        </p>
      )}
      <ol className="mt-6 ml-1.5 border-l-2 border-line">
        {notes.map((note, index) => (
          <li key={note.date} className="relative pb-6 pl-6 last:pb-0">
            <span
              aria-hidden="true"
              className={clsx(
                'absolute top-1 -left-[9px] size-4 rounded-full border-3',
                index === 0 ? 'border-ink bg-ink' : 'border-line-strong bg-canvas',
              )}
            />
            <p className="text-small font-semibold text-muted">{note.date}</p>
            <ul className="mt-1 grid gap-1.5">
              {note.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
