import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type Draft, takeDraft, watchForm } from './unsaved-work.ts';
import { useKeptDrafts } from './use-kept-drafts.ts';

/** Records the form's unsaved fields and fills in those that were kept. */
export function useUnsavedForm<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string,
  isRestored: boolean,
): void {
  useKeptDrafts();
  useEffect(() => {
    for (const [field, value] of Object.entries(takeDraft(name) ?? {})) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      });
    }
    const read = () => changedFields(form.getValues(), form.formState.defaultValues);
    return watchForm(name, read, isRestored);
  }, [form, name, isRestored]);
}

/** Null, undefined and '' are all an empty field. */
const normalized = (value: unknown) => JSON.stringify(value ?? '');

function changedFields(values: FieldValues, saved: FieldValues = {}): Draft {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => normalized(value) !== normalized(saved[field]),
    ),
  );
}
