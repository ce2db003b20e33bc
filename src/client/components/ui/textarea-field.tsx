import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldWords } from './field.tsx';

interface TextareaFieldProps extends ComponentProps<'textarea'>, FieldWords {}

export function TextareaField({
  label,
  hint,
  error,
  isOptional,
  isLabelHidden,
  id,
  className,
  ...textarea
}: TextareaFieldProps) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, id }}>
      {(control) => (
        <textarea
          rows={3}
          {...textarea}
          {...control}
          className={clsx(controlClass, 'block px-4 py-3', className)}
        />
      )}
    </Field>
  );
}
