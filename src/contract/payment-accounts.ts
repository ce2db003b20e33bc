import { z } from 'zod';
import { handleField, handleText, PLATFORM_REFUSED, platformField } from './fields.ts';
import { handleFacts } from './handle-facts.ts';
import { parseHandle } from './handles.ts';
import { PLATFORMS } from './platforms/registry.ts';
import { visible } from './text.ts';
import { boundedList } from './text-field.ts';

const BOTH_REQUIRED = 'Both platform and username are required';
const isMissing = (input: unknown) => input === undefined || input === null;

/** POST /api/payment-accounts: one a platform, saving again replaces. */
export const paymentAccountInput = z
  .strictObject({
    platform: z.enum(PLATFORMS, {
      error: ({ input }) => (isMissing(input) ? BOTH_REQUIRED : PLATFORM_REFUSED),
    }),
    username: handleText(({ input }) =>
      isMissing(input) ? BOTH_REQUIRED : 'Username is required',
    ).pipe(handleField),
  })
  .transform(({ platform, username }, context) => {
    const parsed = parseHandle(platform, username);
    if (parsed.ok) return { platform, username: parsed.stored };
    context.addIssue({ code: 'custom', path: ['username'], message: parsed.message });
    return z.NEVER;
  });
export type PaymentAccountInput = z.infer<typeof paymentAccountInput>;

/** More than there are platforms: blank ones may be among them. */
const ACCOUNTS_MAX = 20;

export const accountsList = <T extends z.ZodType>(account: T) =>
  boundedList(account, ACCOUNTS_MAX, {
    wrongType: 'Accounts must be a list',
    tooLong: 'There are too many accounts',
  });

/** The accounts of a registration: blank handles are dropped, one platform twice is refused. */
export const paymentAccountsInput = accountsList(
  z.strictObject({
    platform: platformField,
    username: handleText('Username is required').nullish(),
  }),
).transform((entries, context) => {
  const accounts: PaymentAccountInput[] = [];
  entries.forEach(({ platform, username }, index) => {
    const handle = visible(username ?? '');
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
  platforms: boundedList(platformField, ACCOUNTS_MAX, {
    wrongType: 'Platforms must be a list',
    tooLong: 'There are too many platforms',
  }).refine((platforms) => new Set(platforms).size === platforms.length, {
    error: 'Each platform can be given only once',
  }),
});

/** DELETE /api/payment-accounts/{platform} */
export const paymentAccountParams = z.object({ platform: platformField });

export const paymentAccountResponse = z
  .object({
    id: z.int(),
    platform: z.enum(PLATFORMS),
    username: z.string(),
  })
  .meta({ id: 'PaymentAccount' });

/** In the order in which their owner ranks them. */
export const paymentAccountsResponse = z.array(paymentAccountResponse);

/** A payment account as its owner sees it. */
export const ownHandleResponse = paymentAccountResponse
  .extend(handleFacts)
  .meta({ id: 'OwnHandle' });
export const ownHandlesResponse = z.array(ownHandleResponse);

export type OwnHandle = z.infer<typeof ownHandleResponse>;
