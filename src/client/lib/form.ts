import { useEffect, useMemo } from 'react';
import type { FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { RequestError } from './request.ts';

/** A field says what is wrong when it is left for the first time, and from then on as one types. */
export const WHEN_LEFT = { mode: 'onTouched' } as const;

/**
 * The rules of a form. They are most of its code and say nothing before a field is left, so they are
 * fetched when one is entered. `load` must be the same function every time.
 */
export function useRules<Input extends FieldValues, Output>(
  load: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  useEffect(() => {
    // A failure shows when the rules are needed.
    const prepare = () => void load().catch(() => undefined);
    document.addEventListener('focusin', prepare, { once: true });
    return () => document.removeEventListener('focusin', prepare);
  }, [load]);

  return useMemo(() => {
    return async (values, context, options) => {
      try {
        const [{ zodResolver }, rules] = await Promise.all([
          import('@hookform/resolvers/zod'),
          load(),
        ]);
        return zodResolver(rules)(values, context, options);
      } catch (error) {
        console.warn('The rules of the form did not load: the server will judge', error);
        return { values: values as unknown as Output, errors: {} };
      }
    };
  }, [load]);
}

/**
 * Puts the server's messages at their fields and the focus on the first of them. `toField` turns the
 * path in the request into the field's name in the form.
 */
export function showFieldErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
  toField: (path: string) => string = (path) => path,
): void {
  if (!(error instanceof RequestError)) return;
  const known = Object.entries(error.fields)
    .map(([path, message]) => ({ field: toField(path) as Path<Values>, message }))
    .filter(({ field }) => form.getValues(field) !== undefined);
  for (const [index, { field, message }] of known.entries()) {
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  }
}
