import { z } from 'zod';
import { handleText } from '#contract/fields.ts';
import { paymentAccountInput } from '#contract/payment-accounts.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { visible } from '#contract/text.ts';

/** The request's own rules; a screen may have words of its own for an empty field. */
export function handleRules(blankMessage: string | undefined) {
  if (blankMessage === undefined) return paymentAccountInput;
  return z
    .object({
      platform: z.enum(PLATFORMS),
      username: handleText(blankMessage).refine((text) => visible(text) !== '', {
        error: blankMessage,
      }),
    })
    .pipe(paymentAccountInput);
}
