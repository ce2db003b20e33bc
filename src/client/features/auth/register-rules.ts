import { z } from 'zod';
import { registerInput } from '#contract/accounts.ts';
import { optionalHandleField } from '#contract/fields.ts';

/** The form is the request's own schema with a field for each platform beside it. */
export const registerFormInput = registerInput.extend({
  handles: z.object({
    cashapp: optionalHandleField('cashapp'),
    paypal: optionalHandleField('paypal'),
    applepay: optionalHandleField('applepay'),
    venmo: optionalHandleField('venmo'),
  }),
});
export type RegisterFormValues = z.input<typeof registerFormInput>;
export type RegisterFormInput = z.output<typeof registerFormInput>;
