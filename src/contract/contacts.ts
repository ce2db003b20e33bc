import { z } from 'zod';
import {
  clearableText,
  contactNameField,
  contactScreenNameField,
  handleField,
  idParams,
  phoneNumberField,
  platformField,
} from './fields.ts';
import { parseHandle } from './handles.ts';
import { accountsList } from './payment-accounts.ts';
import { isPlatform, PLATFORMS, type Platform } from './platforms/registry.ts';

export const CONTACTS_MAX = 1_000;

/** What is wrong with a handle on its platform; nothing while either has a message of its own. */
function handleProblem(platform: unknown, username: unknown): string | undefined {
  if (!isPlatform(platform) || typeof username !== 'string' || username === '') return undefined;
  const parsed = parseHandle(platform, username);
  return parsed.ok ? undefined : parsed.message;
}

/** The form to keep. Only for handles that passed `handleProblem`. */
function storedHandle(platform: Platform, username: string): string {
  const parsed = parseHandle(platform, username);
  return parsed.ok ? parsed.stored : username;
}

/** POST /api/add-person */
export const addPersonInput = z
  .strictObject({
    name: contactNameField,
    screenName: contactScreenNameField,
    paymentPlatform: z.enum(PLATFORMS, { error: 'Please select a payment platform' }),
    paymentUsername: handleField,
  })
  .superRefine(
    ({ paymentPlatform, paymentUsername }, context) => {
      const message = handleProblem(paymentPlatform, paymentUsername);
      if (message) context.addIssue({ code: 'custom', path: ['paymentUsername'], message });
    },
    // Also while another field is wrong: a form shows everything at once.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .transform((person) => ({
    ...person,
    paymentUsername: storedHandle(person.paymentPlatform, person.paymentUsername),
  }));
export type AddPersonInput = z.infer<typeof addPersonInput>;

const contactAccountInput = z
  .strictObject({
    platform: platformField,
    username: handleField,
    isDefault: z.boolean({ error: 'isDefault must be true or false' }).optional(),
  })
  .superRefine(({ platform, username }, context) => {
    const message = handleProblem(platform, username);
    if (message) context.addIssue({ code: 'custom', path: ['username'], message });
  })
  .transform((account) => ({
    ...account,
    username: storedHandle(account.platform, account.username),
  }));

const contactAccountsInput = accountsList(contactAccountInput)
  .refine((accounts) => accounts.length > 0, { error: 'Please keep at least one payment name' })
  .superRefine((accounts, context) => {
    accounts.forEach(({ platform }, index) => {
      if (accounts.findIndex((other) => other.platform === platform) < index) {
        const message = 'Each platform can be given only once';
        context.addIssue({ code: 'custom', path: [index, 'platform'], message });
      }
    });
    const defaults = accounts.flatMap(({ isDefault }, index) => (isDefault ? [index] : []));
    for (const index of defaults.slice(1)) {
      const message = 'Only one account can be the default';
      context.addIssue({ code: 'custom', path: [index, 'isDefault'], message });
    }
  })
  // One is always the default: the first where none is chosen.
  .transform((accounts) => {
    const chosen = Math.max(
      0,
      accounts.findIndex(({ isDefault }) => isDefault),
    );
    return accounts.map((account, index) => ({ ...account, isDefault: index === chosen }));
  });

/** PATCH /api/contacts/{id}: what is left out stays; accounts are replaced as a whole. */
export const updateContactInput = z.strictObject({
  name: contactNameField.optional(),
  nickname: clearableText({ label: 'Nickname', max: 50 }).optional(),
  phoneNumber: phoneNumberField.optional(),
  relationship: clearableText({ label: 'Relationship', max: 50 }).optional(),
  notes: clearableText({ label: 'Notes', max: 2_000 }, { lines: true }).optional(),
  accounts: contactAccountsInput.optional(),
});
export type UpdateContactInput = z.infer<typeof updateContactInput>;

export const contactParams = idParams;

/** A private contact. The default account comes first. */
export const contactResponse = z
  .object({
    id: z.int(),
    name: z.string(),
    nickname: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    relationship: z.string().nullable(),
    notes: z.string().nullable(),
    createdAt: z.iso.datetime(),
    accounts: z.array(
      z.object({ platform: z.enum(PLATFORMS), username: z.string(), isDefault: z.boolean() }),
    ),
  })
  .meta({ id: 'Contact' });
export type Contact = z.infer<typeof contactResponse>;

export const contactsResponse = z.array(contactResponse);
