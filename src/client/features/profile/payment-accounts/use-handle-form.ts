import { useCallback } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useRules, WHEN_LEFT } from '#client/lib/form.ts';
import { useDraft } from '#client/lib/use-draft.ts';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { removeInvisible } from '#contract/text.ts';

export type HandleForm = UseFormReturn<PaymentAccountInput>;

export const isBlank = (text: string) => removeInvisible(text).trim() === '';

export const handleFormName = (platform: Platform) => `account-${platform}`;

/** One platform's form. In a tab that is kept: what is typed then outlives a look at another one. */
export function useHandleForm(
  platform: Platform,
  saved: string | undefined,
  blankMessage?: string,
): HandleForm {
  const loadRules = useCallback(
    async () => (await import('./handle-rules.ts')).handleRules(blankMessage),
    [blankMessage],
  );
  const form = useForm({
    ...WHEN_LEFT,
    resolver: useRules(loadRules),
    defaultValues: { platform, username: '' },
    values: { platform, username: saved ?? '' },
    // A list that is loaded again does not overwrite what somebody is typing.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  // The form keeps track of what was typed only for somebody who reads it.
  void form.formState.dirtyFields;
  useDraft(form, handleFormName(platform));
  return form;
}

/** After saving or removing: this is what is kept now, whatever was typed. */
export function startFrom(form: HandleForm, account: PaymentAccountInput): void {
  form.reset(account, { keepDirtyValues: false, keepErrors: false });
}
