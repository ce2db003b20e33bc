import { z } from 'zod';
import type { AppForm } from '#client/lib/form.ts';
import { registerInput } from '#contract/accounts.ts';
import { optionalHandleFields } from '#contract/fields.ts';

/** The form is the request's own schema with a field for each platform beside it. */
export const registerFormInput = registerInput.extend({
  handles: z.object(optionalHandleFields),
});
export type RegisterFormValues = z.input<typeof registerFormInput>;
export type RegisterFormInput = z.output<typeof registerFormInput>;
export type RegisterFormState = AppForm<RegisterFormValues, RegisterFormInput>;
