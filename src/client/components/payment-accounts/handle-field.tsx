import type { ComponentProps } from 'react';
import { TextField } from '#client/components/ui/field.tsx';
import { handleWarning } from '#contract/handles.ts';
import { PLATFORM_LABELS, PLATFORM_RULES, type Platform } from '#contract/platforms/registry.ts';

interface HandleFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> {
  platform: Platform;
  /** Where it is not one's own and the platform is chosen beside it. */
  label?: string;
  /** What is typed now, for the gentle warning. */
  typed: string;
  /** Shown instead of how it is written. */
  note?: string | undefined;
}

/** One platform's username: how it is written, and a word of caution where it looks unusual. */
export function HandleField({ platform, label, typed, note, ...rest }: HandleFieldProps) {
  const warning = handleWarning(platform, typed);
  return (
    <TextField
      {...rest}
      label={label ?? `${PLATFORM_LABELS[platform]} username`}
      placeholder={PLATFORM_RULES[platform].placeholder}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={
        note ?? (
          <>
            {PLATFORM_RULES[platform].hint}
            {warning && <span className="mt-1 block font-semibold text-ink">{warning}</span>}
          </>
        )
      }
    />
  );
}
