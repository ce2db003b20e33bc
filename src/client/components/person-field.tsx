import type { ComponentProps } from 'react';
import { TextField } from './ui/field.tsx';

type TextFieldProps = ComponentProps<typeof TextField>;

/** The labels of these fields are the same on every form. */
const FIELDS = {
  name: { label: 'Name', autoComplete: 'name' },
  screenName: { label: 'Screen name', autoComplete: 'nickname', placeholder: 'What people see' },
  username: {
    label: 'Username',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  email: { label: 'Email', type: 'email', autoComplete: 'email' },
  phoneNumber: {
    label: 'Phone number',
    isOptional: true,
    type: 'tel',
    autoComplete: 'tel',
    placeholder: '+14155550188',
  },
  websiteUrl: {
    label: 'Website',
    isOptional: true,
    type: 'url',
    autoComplete: 'url',
    placeholder: 'https://',
  },
} satisfies Record<string, TextFieldProps>;

interface PersonFieldProps extends Omit<TextFieldProps, 'label'> {
  kind: keyof typeof FIELDS;
  /** The browser must not fill in the member's own details. */
  isSomeoneElse?: boolean;
}

export function PersonField({ kind, isSomeoneElse, ...rest }: PersonFieldProps) {
  return (
    <TextField {...FIELDS[kind]} {...(isSomeoneElse ? { autoComplete: 'off' } : {})} {...rest} />
  );
}
