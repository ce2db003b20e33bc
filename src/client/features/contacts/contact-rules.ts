import { z } from 'zod';
import { updateContactInput } from '#contract/contacts.ts';
import { contactScreenNameField, optionalHandleFields } from '#contract/fields.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';

/** The request's own rules, with the list of accounts as one field a platform. */
export const contactFormInput = updateContactInput
  .omit({ accounts: true })
  .extend({
    // Required, as in Add Person.
    nickname: contactScreenNameField,
    handles: z.object(optionalHandleFields),
    preferred: z.enum(PLATFORMS).nullish(),
  })
  .refine(({ handles }) => Object.values(handles).some(Boolean), {
    error: 'Please keep at least one payment name',
    path: ['handles', PLATFORMS[0]],
  });
export type ContactFormValues = z.input<typeof contactFormInput>;
export type ContactFormInput = z.output<typeof contactFormInput>;
