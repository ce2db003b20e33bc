import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { WHEN_LEFT } from '#client/lib/form.ts';
import { type PaymentAccountInput, paymentAccountInput } from '#contract/payment-accounts.ts';
import { PLATFORMS, type Platform } from '#contract/platforms.ts';
import { removeInvisible } from '#contract/text.ts';

export type HandleForm = UseFormReturn<PaymentAccountInput>;

export const isBlank = (text: string) => removeInvisible(text).trim() === '';

/** The request's own rules; a screen may have words of its own for an empty field. */
function rulesFor(blankMessage: string | undefined) {
  if (blankMessage === undefined) return paymentAccountInput;
  return z
    .object({
      platform: z.enum(PLATFORMS),
      username: z.string().refine((text) => !isBlank(text), { error: blankMessage }),
    })
    .pipe(paymentAccountInput);
}

/** One platform's form. Call it above the tabs: what is typed then outlives a look at another tab. */
export function useHandleForm(
  platform: Platform,
  saved: string | undefined,
  blankMessage?: string,
): HandleForm {
  const form = useForm({
    ...WHEN_LEFT,
    resolver: zodResolver(rulesFor(blankMessage)),
    defaultValues: { platform, username: '' },
    values: { platform, username: saved ?? '' },
    // A list that is loaded again does not overwrite what somebody is typing.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  // The form keeps track of what was typed only for somebody who reads it.
  void form.formState.dirtyFields;
  return form;
}

/** After saving or removing: this is what is kept now, whatever was typed. */
export function startFrom(form: HandleForm, account: PaymentAccountInput): void {
  form.reset(account, { keepDirtyValues: false, keepErrors: false });
}
