import { z } from 'zod';
import { ownUser } from './accounts.ts';
import { contactsAnswer } from './contacts.ts';
import { paymentAccountsAnswer } from './payment-accounts.ts';

/** GET /api/me/export: everything that is held about the member, without secrets. */
export const exportAnswer = z.object({
  exportedAt: z.iso.datetime(),
  user: ownUser.extend({
    emailConfirmedAt: z.iso.datetime().nullable(),
    /** The picture itself, as a data URL. */
    profileImageData: z.string().nullable(),
  }),
  paymentAccounts: z.array(paymentAccountsAnswer.element.extend({ createdAt: z.iso.datetime() })),
  contacts: contactsAnswer,
  /** The newest 1,000. */
  sessions: z.array(
    z.object({
      device: z.string().nullable(),
      network: z.string().nullable(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
    }),
  ),
  /** What the audit says of the member: sign-ins, resets, changes of email and role. The newest 1,000. */
  activity: z.array(
    z.object({ at: z.iso.datetime(), action: z.string(), ip: z.string().nullable() }),
  ),
});
