import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type FieldWords, TextField } from './field.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'prefix'>, FieldWords {
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={`Show ${props.label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
          className="flex size-11 items-center justify-center rounded-button text-ink hover:bg-sunken"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  );
}
