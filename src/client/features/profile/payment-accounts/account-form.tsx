import { useWatch } from 'react-hook-form';
import { HandleField } from '#client/components/payment-accounts/handle-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import type { PaymentAccountInput } from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import type { HandleForm } from './use-handle-form.ts';

interface AccountFormProps {
  platform: Platform;
  form: HandleForm;
  onSubmit: (input: PaymentAccountInput) => void;
  onInvalid?: (typed: string) => void;
  isBusy: boolean;
}

/** Serves /profile and /payment-accounts; what happens after saving is the screen's business. */
export function AccountForm({ platform, form, onSubmit, onInvalid, isBusy }: AccountFormProps) {
  const typed = useWatch({ control: form.control, name: 'username' });
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(onSubmit, () => onInvalid?.(form.getValues('username')))}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <HandleField
        {...form.register('username')}
        platform={platform}
        typed={typed}
        error={form.formState.errors.username?.message}
      />
      <Button type="submit" isBusy={isBusy} busyLabel="Saving..." className="md:justify-self-start">
        Save {PLATFORM_LABELS[platform]}
      </Button>
    </form>
  );
}
