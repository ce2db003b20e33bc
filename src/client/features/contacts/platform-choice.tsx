import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';

interface PlatformChoiceProps {
  legend: string;
  platforms: readonly Platform[];
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

/** Four radio buttons that look like the filters of the search. */
export function PlatformChoice({ legend, platforms, field, error }: PlatformChoiceProps) {
  const noteId = useId();
  return (
    <fieldset aria-describedby={error ? noteId : undefined}>
      <legend className="mb-1.5 text-small font-bold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {platforms.map((platform) => (
          <label
            key={platform}
            className={clsx(
              'flex min-h-12.5 cursor-pointer items-center gap-2.5 rounded-button border bg-surface px-3 font-semibold hover:bg-sunken',
              'has-checked:border-2 has-checked:border-ink has-checked:px-2.75',
              error ? 'border-danger' : 'border-line-strong',
            )}
          >
            <input {...field} type="radio" value={platform} className="sr-only" />
            <PlatformTile platform={platform} />
            {PLATFORM_LABELS[platform]}
          </label>
        ))}
      </div>
      {error && (
        <p
          id={noteId}
          role="alert"
          className="mt-1.5 flex gap-1.5 text-small font-semibold text-danger"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
