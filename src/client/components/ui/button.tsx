import clsx from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { SpinnerMark } from './spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive' | 'pay';
type ButtonSize = 'default' | 'small' | 'icon';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  destructive: 'bg-danger text-on-danger hover:bg-danger-hover',
  pay: 'bg-brand text-on-brand hover:bg-brand-hover',
};

const SIZES: Record<ButtonSize, string> = {
  default: 'min-h-12 px-5 py-2',
  small: 'min-h-11 px-4 py-1.5 md:min-h-10',
  icon: 'size-11 justify-center',
};

/** The look alone, for links that stand where a button would. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'default') {
  return clsx(
    'inline-flex items-center justify-center gap-2.5 rounded-button text-center text-button',
    'transition-[background-color,transform] active:not-disabled:scale-[.98] motion-reduce:transition-none',
    'disabled:border-transparent disabled:bg-sunken disabled:text-muted disabled:hover:bg-sunken',
    VARIANTS[variant],
    variant === 'pay' ? 'min-h-13 px-2.5 py-2' : SIZES[size],
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isBusy?: boolean;
  /** Stands in for the label while busy; the button keeps its width. */
  busyLabel?: string;
}

export function Button({
  variant,
  size,
  isBusy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  // A disabled button would drop the focus, so a busy one stays reachable and does nothing.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={handleClick}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      className={clsx(buttonClass(variant, size), className)}
    >
      {busyLabel === undefined ? (
        children
      ) : (
        <BusyLabel isBusy={isBusy} busyLabel={busyLabel}>
          {children}
        </BusyLabel>
      )}
    </button>
  );
}

interface BusyLabelProps {
  isBusy: boolean;
  busyLabel: string;
  children: ReactNode;
}

/** Both labels lie in one grid cell: the wider one gives the width, whichever shows. */
function BusyLabel({ isBusy, busyLabel, children }: BusyLabelProps) {
  const layer = 'col-start-1 row-start-1 flex items-center justify-center gap-2.5';
  return (
    <span className="grid">
      <span className={clsx(layer, isBusy && 'invisible')}>{children}</span>
      <span className={clsx(layer, !isBusy && 'invisible')}>
        <SpinnerMark className="size-5" />
        {busyLabel}
      </span>
    </span>
  );
}
