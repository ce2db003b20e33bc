import { z } from 'zod';
import { HANDLE_MAX_LENGTH } from './handles.ts';
import { PLATFORMS } from './platforms.ts';
import { codePointLength, hasForbiddenCharacters, normaliseName, removeInvisible } from './text.ts';

/**
 * The rules of single fields, once each; forms and routes compose them. Lengths count code points,
 * as the database does. A missing value and one of the wrong type get the field's own message.
 */
interface TextRule {
  label: string;
  min?: number;
  max: number;
}

const tooShort = ({ label, min }: TextRule) => `${label} must be at least ${min} characters`;
const forbidden = (label: string) => `${label} contains characters that are not allowed`;

function atMost({ label, max }: TextRule) {
  return z.refine<string>((text) => codePointLength(text) <= max, {
    error: `${label} must be at most ${max.toLocaleString('en-US')} characters`,
  });
}

function nameLike(rule: Required<TextRule>) {
  return z
    .string({ error: tooShort(rule) })
    .overwrite((text) => removeInvisible(text).trim())
    .refine((text) => !hasForbiddenCharacters(text), { error: forbidden(rule.label) })
    .overwrite(normaliseName)
    .refine((text) => codePointLength(text) >= rule.min, { error: tooShort(rule) })
    .check(atMost(rule));
}

export const nameField = nameLike({ label: 'Name', min: 2, max: 100 });
export const screenNameField = nameLike({ label: 'Screen name', min: 2, max: 50 });

/** Optional text: null and '' both clear it. `lines` lets it have several. */
export function clearableText(rule: TextRule, { lines = false } = {}) {
  return z
    .string({ error: `${rule.label} must be text` })
    .overwrite((text) => removeInvisible(text).replaceAll('\r\n', '\n').trim())
    .refine((text) => !hasForbiddenCharacters(text, { lines }), {
      error: forbidden(rule.label),
    })
    .check(atMost(rule))
    .transform((text) => (text === '' ? null : text))
    .nullable();
}

const PHONE = /^\+?[1-9][0-9]{1,14}$/;

/** Optional: null and '' both clear it. */
export const phoneNumberField = z
  .string({ error: 'Please enter a valid phone number' })
  .overwrite((text) => removeInvisible(text).trim())
  .refine((text) => text === '' || PHONE.test(text), {
    error: 'Please enter a valid phone number',
  })
  .transform((text) => (text === '' ? null : text))
  .nullable();

export const platformField = z.enum(PLATFORMS, {
  error: "Platform must be either 'paypal', 'cashapp', 'applepay', or 'venmo'",
});

/** A handle as text; what it may hold depends on the platform beside it: see `parseHandle`. */
export const handleField = z
  .string({ error: 'Username is required' })
  .overwrite((text) => removeInvisible(text).trim())
  .refine((text) => text !== '', { error: 'Username is required' })
  .check(atMost({ label: 'Username', max: HANDLE_MAX_LENGTH }));

const SERIAL_MAX = 2_147_483_647;

/** A row's number as it stands in a path. */
export function idField(label: string) {
  const error = `Invalid ${label} id`;
  return z
    .string({ error })
    .regex(/^[1-9][0-9]{0,9}$/, { error })
    .transform(Number)
    .refine((id) => id <= SERIAL_MAX, { error });
}
