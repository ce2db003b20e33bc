import { z } from 'zod';
import { MESSAGE_MAX } from './constants.ts';
import { emailField } from './fields.ts';
import { hasForbiddenCharacters, visible } from './text.ts';
import { atMost, type TextRule, tooShort, typedText } from './text-field.ts';

const MESSAGE = { label: 'Message', min: 10, max: MESSAGE_MAX } satisfies TextRule;

/** POST /api/contact */
export const contactInput = z.strictObject({
  email: emailField,
  message: typedText(MESSAGE, tooShort(MESSAGE))
    .overwrite((text) => visible(text).replaceAll('\r\n', '\n'))
    .refine((text) => !hasForbiddenCharacters(text, { lines: true }), {
      error: 'Message contains characters that are not allowed',
      abort: true,
    })
    .refine((text) => text.length >= MESSAGE.min, { error: tooShort(MESSAGE) })
    .check(atMost(MESSAGE)),
});
export type ContactInput = z.infer<typeof contactInput>;

export const CONTACT_ACCEPTED = 'Thanks for your message. We’ll answer by email.';
