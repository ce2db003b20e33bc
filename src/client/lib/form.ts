import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import {
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { RequestError } from './request.ts';
import { dropDraft, type Submission } from './unsaved-work.ts';
import { useUnsavedForm } from './use-unsaved-form.ts';

type LoadRules<Values, Output> = () => Promise<z.ZodType<Output, Values>>;

interface AppFormOptions<Values extends FieldValues, Output>
  extends Omit<UseFormProps<Values, unknown, Output>, 'mode' | 'resolver'> {
  /** Identifies the form's unsaved work. */
  name: string;
  /** True: what was typed is kept when another screen opens, and when the session ends. */
  isRestored?: boolean;
  /** True: every save adds something. What is being submitted is not filled in again, or it would be saved twice. */
  isAdding?: boolean;
  /** Must be the same function on every render. */
  rules: LoadRules<Values, Output>;
  /** Rejects with the server's problems. */
  save: (input: Output) => Promise<unknown>;
  /** Unless the form was left before the save ended. */
  onSaved?: () => void;
  /** Turns the path in the request into the field's name in the form. */
  toField?: (path: string, input: Output) => string;
  onInvalid?: (typed: Values) => void;
}

export interface AppForm<Values extends FieldValues, Output = Values>
  extends UseFormReturn<Values, unknown, Output> {
  /** What an input needs: its registration and its error. */
  field: (
    name: Path<Values>,
    options?: RegisterOptions<Values, Path<Values>>,
  ) => UseFormRegisterReturn & { error?: string | undefined };
  submit: (event: FormEvent) => void;
  isBusy: boolean;
  /** For `save`: starts the form from what is stored now, and keeps what was typed meanwhile. */
  showSaved: (saved: Values) => void;
}

/**
 * The one way to write a form: the schema checks a field when it is left and again on submit, the
 * server's problems show at their fields, and the form is busy until the save has settled.
 */
export function useAppForm<Values extends FieldValues, Output = Values>({
  name,
  isRestored = false,
  isAdding = false,
  rules,
  save,
  onSaved,
  toField,
  onInvalid,
  ...options
}: AppFormOptions<Values, Output>): AppForm<Values, Output> {
  const form = useForm<Values, unknown, Output>({
    ...options,
    mode: 'onTouched',
    resolver: useLazyResolver(rules),
  });
  // Until the save has settled, with what the form had when it was submitted.
  const submission = useRef<Submission & { values: Values }>(undefined);
  useUnsavedForm(form, name, isRestored, isAdding ? submission : undefined);
  const { formState } = form;
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const submit = form.handleSubmit(
    async (input) => {
      try {
        await save(input);
        if (isMounted.current) onSaved?.();
        // The screen was left or the session ended before the save did, and the form was kept.
        else if (!submission.current?.onFailed) dropDraft(name);
      } catch (error) {
        submission.current?.onFailed?.();
        showFieldErrors(form, error, (path) => toField?.(path, input) ?? path);
      }
    },
    () => {
      submission.current?.onFailed?.();
      onInvalid?.(form.getValues());
    },
  );
  return {
    ...form,
    field: (path, registerOptions) => ({
      ...form.register(path, registerOptions),
      error: form.getFieldState(path, formState).error?.message,
    }),
    submit: (event) => {
      event.preventDefault();
      // A second press may come before the first one is shown to be busy.
      if (submission.current) return;
      submission.current = { values: structuredClone(form.getValues()) };
      void submit(event).finally(() => {
        submission.current = undefined;
      });
    },
    isBusy: formState.isSubmitting,
    showSaved: (saved) => {
      const typed = typedSince(submission.current?.values, form.getValues());
      form.reset(saved, { keepDirtyValues: false, keepErrors: false });
      for (const [field, value] of typed) {
        form.setValue(field, value, { shouldDirty: true });
      }
    },
  };
}

type TypedField<Values extends FieldValues> = [Path<Values>, PathValue<Values, Path<Values>>];

function typedSince<Values extends FieldValues>(
  before: Values | undefined,
  now: Values,
): TypedField<Values>[] {
  if (!before) return [];
  const changed = Object.entries(now).filter(([field, value]) => value !== before[field]);
  return changed as TypedField<Values>[];
}

/** The rules are most of a form's code and not needed before a field is left: focus loads them. */
function useLazyResolver<Values extends FieldValues, Output>(
  load: LoadRules<Values, Output>,
): Resolver<Values, unknown, Output> {
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
        console.warn('The form rules failed to load: the server validates', error);
        return { values: values as unknown as Output, errors: {} };
      }
    };
  }, [load]);
}

/** Focuses the first field that has a problem. */
function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  toField: (path: string) => string,
): void {
  if (!(error instanceof RequestError)) return;
  const known = Object.entries(error.fields)
    .map(([path, message]) => ({ field: toField(path) as Path<Values>, message }))
    .filter(({ field }) => form.getValues(field) !== undefined);
  for (const [index, { field, message }] of known.entries()) {
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  }
}
