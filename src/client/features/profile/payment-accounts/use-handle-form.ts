import { useCallback } from 'react';
import { type AppForm, useAppForm } from '#client/lib/form.ts';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { removeInvisible } from '#contract/text.ts';

export type HandleForm = AppForm<PaymentAccountInput>;

export const isBlank = (text: string) => removeInvisible(text).trim() === '';

export const handleFormName = (platform: Platform) => `account-${platform}`;

interface HandleFormOptions {
  platform: Platform;
  saved: string | undefined;
  save: (input: PaymentAccountInput) => Promise<unknown>;
  /** Replaces the rules' own message for an empty field. */
  blankMessage?: string;
  onBlank?: () => void;
}

export function useHandleForm(options: HandleFormOptions): HandleForm {
  const { platform, saved, save, blankMessage, onBlank } = options;
  const rules = useCallback(
    async () => (await import('./handle-rules.ts')).handleRules(blankMessage),
    [blankMessage],
  );
  const form: HandleForm = useAppForm({
    name: handleFormName(platform),
    isRestored: true,
    rules,
    defaultValues: { platform, username: '' },
    values: { platform, username: saved ?? '' },
    // A list that is loaded again does not overwrite what somebody is typing.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    save: async (input: PaymentAccountInput) => {
      await save(input);
      form.showSaved(input);
    },
    onInvalid: ({ username }: PaymentAccountInput) => {
      if (isBlank(username)) onBlank?.();
    },
  });
  return form;
}

/** After removing: resets the form to what is stored now. */
export function startFrom(form: HandleForm, account: PaymentAccountInput): void {
  form.reset(account, { keepDirtyValues: false, keepErrors: false });
}
