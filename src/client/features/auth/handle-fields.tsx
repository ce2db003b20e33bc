import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { HandleFieldList } from '#client/components/payment-accounts/handle-field-list.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import type { RegisterFormState } from './register-rules.ts';

/** Folded away: most people add their payment names later. Opens by itself when one is wrong. */
export function HandleFields({ form }: { form: RegisterFormState }) {
  const id = useId();
  const handles = useWatch({ control: form.control, name: 'handles' });
  const [isOpen, setIsOpen] = useState(() => Object.values(handles).some(Boolean));
  const hasErrors = form.formState.errors.handles !== undefined;
  useEffect(() => {
    if (hasErrors) setIsOpen(true);
  }, [hasErrors]);
  return (
    <div className="rounded-card border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-center gap-3 rounded-card p-4 text-left hover:bg-sunken"
      >
        <span className="flex gap-1">
          {PLATFORMS.map((platform) => (
            <PlatformTile key={platform} platform={platform} className="size-7" />
          ))}
        </span>
        <span className="flex-1">
          <span className="block text-button">Payment handles</span>
          <span className="block text-small text-muted">Optional</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={clsx('size-5 shrink-0 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className={clsx(isOpen && 'grid grid-cols-[minmax(0,1fr)] gap-5 p-4 pt-2')}
      >
        <HandleFieldList field={(platform) => form.field(`handles.${platform}`)} typed={handles} />
      </div>
    </div>
  );
}
