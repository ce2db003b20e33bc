import clsx from 'clsx';

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      onClick={() => onChange(!isOn)}
      className="inline-flex min-h-11 items-center gap-2.5 rounded-button text-button"
    >
      <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
      <span
        aria-hidden="true"
        className={clsx(
          'flex h-8 w-13.5 items-center rounded-full border-2 px-0.5 transition-colors motion-reduce:transition-none',
          isOn ? 'justify-end border-primary bg-primary' : 'border-line-strong bg-surface',
        )}
      >
        <span
          className={clsx('rounded-full', isOn ? 'size-6 bg-on-primary' : 'size-5 bg-line-strong')}
        />
      </span>
    </button>
  );
}
