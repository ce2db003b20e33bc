import { type RefObject, useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type Draft, type Submission, watchForm } from './unsaved-work.ts';
import { useKeptDraft } from './use-kept-drafts.ts';

/** Records the form's unsaved fields and fills in those that were kept. */
export function useUnsavedForm<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string,
  isRestored: boolean,
  submission?: RefObject<Submission | undefined>,
): void {
  useKeptDraft(name, (draft) => {
    const typed = readUnsaved(form);
    for (const [field, value] of Object.entries(draft)) {
      // On a slow connection, somebody may have typed before the session was known.
      if (field in typed) continue;
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
      });
    }
  });
  useEffect(
    () =>
      watchForm(
        name,
        () => readUnsaved(form),
        isRestored,
        () => submission?.current,
      ),
    [form, name, isRestored, submission],
  );
}

const readUnsaved = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): Draft => changedFields(form.getValues(), form.formState.defaultValues);

/** Null, undefined and '' are all an empty field. */
const normalized = (value: unknown) => JSON.stringify(value ?? '');

function changedFields(values: FieldValues, saved: FieldValues = {}): Draft {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => normalized(value) !== normalized(saved[field]),
    ),
  );
}
