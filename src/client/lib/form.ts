import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { RequestError } from './request.ts';

/** A field says what is wrong when it is left for the first time, and from then on as one types. */
export const WHEN_LEFT = { mode: 'onTouched' } as const;

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
