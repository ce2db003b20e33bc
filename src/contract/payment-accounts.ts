import { z } from 'zod';
import { handleField, PLATFORM_REFUSED, platformField } from './fields.ts';
import { parseHandle } from './handles.ts';
import { PLATFORMS } from './platforms.ts';
import { removeInvisible } from './text.ts';

const BOTH_REQUIRED = 'Both platform and username are required';
const isMissing = (input: unknown) => input === undefined || input === null;

/** POST /api/payment-accounts: one a platform, saving again replaces. */
export const paymentAccountInput = z
  .strictObject({
    platform: z.enum(PLATFORMS, {
      error: ({ input }) => (isMissing(input) ? BOTH_REQUIRED : PLATFORM_REFUSED),
    }),
    username: z
      .string({ error: ({ input }) => (isMissing(input) ? BOTH_REQUIRED : 'Username is required') })
      .pipe(handleField),
  })
  .transform(({ platform, username }, context) => {
    const parsed = parseHandle(platform, username);
    if (parsed.ok) return { platform, username: parsed.stored };
    context.addIssue({ code: 'custom', path: ['username'], message: parsed.message });
    return z.NEVER;
  });
export type PaymentAccountInput = z.infer<typeof paymentAccountInput>;

/** The accounts of a registration: blank handles are dropped, one platform twice is refused. */
export const paymentAccountsInput = z
  .array(
    z.strictObject({
      platform: platformField,
      username: z.string({ error: 'Username is required' }).nullish(),
    }),
    { error: 'Accounts must be a list' },
  )
  .max(20, { error: 'There are too many accounts' })
  .transform((entries, context) => {
    const accounts: PaymentAccountInput[] = [];
    entries.forEach(({ platform, username }, index) => {
      const handle = removeInvisible(username ?? '').trim();
      if (handle === '') return;
      const parsed = parseHandle(platform, handle);
      if (!parsed.ok) {
        context.addIssue({ code: 'custom', path: [index, 'username'], message: parsed.message });
      } else if (accounts.some((account) => account.platform === platform)) {
        const message = 'Each platform can be given only once';
        context.addIssue({ code: 'custom', path: [index, 'platform'], message });
      } else {
        accounts.push({ platform, username: parsed.stored });
      }
    });
    return accounts;
  });

/** PUT /api/payment-accounts/order: the member's own ranking, first is what copy and pay use. */
export const paymentAccountOrderInput = z.strictObject({
  platforms: z
    .array(platformField, { error: 'Platforms must be a list' })
    .refine((platforms) => new Set(platforms).size === platforms.length, {
      error: 'Each platform can be given only once',
    }),
});

/** DELETE /api/payment-accounts/{platform} */
export const paymentAccountParams = z.object({ platform: platformField });

export const paymentAccountAnswer = z.object({
  id: z.int(),
  platform: z.enum(PLATFORMS),
  username: z.string(),
});
export type PaymentAccount = z.infer<typeof paymentAccountAnswer>;

/** In the order in which their owner ranks them. */
export const paymentAccountsAnswer = z.array(paymentAccountAnswer);
