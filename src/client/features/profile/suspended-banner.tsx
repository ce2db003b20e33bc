import clsx from 'clsx';
import { Ban } from 'lucide-react';
import { linkClass } from '#client/components/ui/text-link.tsx';
import { formatFullDay } from '#client/lib/format-day.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { useExport } from './api.ts';
import { SuspensionAnswer } from './suspension-answer.tsx';

type Suspension = NonNullable<OwnUser['suspension']>;

export function SuspendedBanner(suspension: Suspension) {
  const { since, reason } = suspension;
  const download = useExport();
  return (
    <section
      aria-labelledby="suspended-heading"
      className="mt-5 grid gap-5 rounded-card border border-danger bg-danger-soft p-5 text-ink md:mt-8 md:grid-cols-2 md:gap-7 md:p-7"
    >
      <div className="grid min-w-0 content-start gap-3 md:grid-cols-[auto_minmax(0,1fr)]">
        <span className="arch grid w-10 place-items-center bg-danger text-on-danger">
          <Ban aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 max-w-[60ch]">
          <h2 id="suspended-heading" className="text-h2">
            Your page is suspended
          </h2>
          <p className="mt-1">
            Since {formatFullDay(since)}, visitors can’t see it, and you can’t change your payment
            names.
          </p>
          {reason !== null && (
            <div className="mt-3 rounded-button bg-surface px-4 py-3">
              <h3 className="text-label">Why</h3>
              <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
            </div>
          )}
          <p className="mt-3 text-small">
            Nothing is deleted. You can still{' '}
            <button
              type="button"
              className={clsx(linkClass, 'cursor-pointer')}
              disabled={download.isPending}
              onClick={() => download.mutate()}
            >
              download your data
            </button>
            .
          </p>
        </div>
      </div>
      <SuspensionAnswer {...suspension} />
    </section>
  );
}
