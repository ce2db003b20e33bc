import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldWords {
  label: string;
  hint?: ReactNode;
  /** Stands where the hint was. */
  error?: string;
  isOptional?: boolean;
  /** The label is read out but not shown. */
  isLabelHidden?: boolean;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps extends FieldWords {
  id?: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** Label above, hint or error below, tied together for everyone who cannot see that they are. */
export function Field({ label, hint, error, isOptional, isLabelHidden, ...rest }: FieldProps) {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className={rest.className}>
      <label
        htmlFor={id}
        className={clsx(isLabelHidden ? 'sr-only' : 'mb-1.5 block text-small font-bold text-ink')}
      >
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {rest.children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <p
          id={noteId}
          role="alert"
          className="mt-1.5 flex gap-1.5 text-small font-semibold text-danger"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <div id={noteId} className="mt-1.5 text-small text-muted">
            {hint}
          </div>
        )
      )}
    </div>
  );
}

/** The edge, height and states that every input shares. */
export const controlClass = clsx(
  'w-full rounded-button border border-line-strong bg-surface text-body text-ink',
  'aria-invalid:border-2 aria-invalid:border-danger',
  'disabled:border-line disabled:bg-sunken disabled:text-muted',
);

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'prefix'>, FieldWords {
  /** Shown inside the edge, before the text: an icon or the $ of a cashtag. */
  prefix?: ReactNode;
  suffix?: ReactNode;
  fieldClassName?: string;
}

export function TextField({
  label,
  hint,
  error,
  isOptional,
  isLabelHidden,
  prefix,
  suffix,
  id,
  fieldClassName,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, id }} className={fieldClassName}>
      {(control) => (
        <div className="relative">
          {prefix && (
            <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center font-semibold text-muted">
              {prefix}
            </span>
          )}
          <input
            {...input}
            {...control}
            className={clsx(
              controlClass,
              'min-h-12.5 py-2',
              prefix ? 'pl-11' : 'pl-4',
              suffix ? 'pr-13' : 'pr-4',
              className,
            )}
          />
          {suffix && <span className="absolute inset-y-0 right-1 flex items-center">{suffix}</span>}
        </div>
      )}
    </Field>
  );
}
