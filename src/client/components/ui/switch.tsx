import * as RadixSwitch from 'radix-ui/switch';
import { useId } from 'react';

interface SwitchProps {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, isOn, isDisabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-12 items-center justify-between gap-4">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <RadixSwitch.Root
        id={id}
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
        className="relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken data-[state=checked]:border-primary data-[state=checked]:bg-primary disabled:opacity-60"
      >
        <RadixSwitch.Thumb className="block size-5 translate-x-0.75 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-on-primary" />
      </RadixSwitch.Root>
    </div>
  );
}
