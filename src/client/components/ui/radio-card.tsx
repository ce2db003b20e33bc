import { type ComponentProps, useId } from 'react';

interface RadioCardProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  description?: string;
}

/** One choice of several. The whole card is its label. */
export function RadioCard({ label, description, ...input }: RadioCardProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer gap-3 rounded-button border border-line-strong px-3.75 py-3.25 has-checked:border-2 has-checked:border-ink has-checked:px-3.5 has-checked:py-3">
      <input
        {...input}
        type="radio"
        aria-labelledby={`${id}-label`}
        aria-describedby={description && `${id}-description`}
        className="size-5.5 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-line-strong checked:border-ink checked:bg-ink checked:shadow-[inset_0_0_0_3px_var(--color-surface)]"
      />
      <span className="min-w-0">
        <span id={`${id}-label`} className="block font-bold leading-5.5">
          {label}
        </span>
        {description && (
          <span id={`${id}-description`} className="mt-0.5 block text-small text-muted">
            {description}
          </span>
        )}
      </span>
    </label>
  );
}
