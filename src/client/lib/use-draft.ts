import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { takeDraft, watchForm } from './drafts.ts';

/** Keeps what is typed here if the session ends, and puts it back after the same person's login. */
export function useDraft<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  name: string,
): void {
  useEffect(() => {
    for (const [field, value] of Object.entries(takeDraft(name) ?? {})) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      });
    }
    return watchForm(name, () => changedFields(form.getValues(), form.formState.defaultValues));
  }, [form, name]);
}

/** An empty field is the same in all its spellings. */
const written = (value: unknown) => JSON.stringify(value ?? '');

function changedFields(values: FieldValues, saved: FieldValues = {}): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => written(value) !== written(saved[field])),
  );
}
