import clsx from 'clsx';

interface SpinnerProps {
  /** Said to everybody; appears after 150 ms so that quick answers do not flash. */
  label?: string | undefined;
  className?: string;
}

export function SpinnerMark({ className = 'size-7' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block shrink-0 animate-spin rounded-full border-3 border-current/25 border-t-current',
        className,
      )}
    />
  );
}

export function Spinner({ label = 'Loading...', className }: SpinnerProps) {
  return (
    <div
      role="status"
      className={clsx(
        'flex animate-appear items-center justify-center gap-3 text-muted',
        className,
      )}
    >
      <span className="flex text-ink">
        <SpinnerMark />
      </span>
      {label}
    </div>
  );
}

/** Stands where a screen or a list will be and fills the window, so that nothing below it jumps. */
export function ScreenSpinner({ label }: Pick<SpinnerProps, 'label'>) {
  return <Spinner label={label} className="min-h-dvh items-start! pt-24" />;
}
