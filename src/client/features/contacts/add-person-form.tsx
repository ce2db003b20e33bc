import { useForm, useWatch } from 'react-hook-form';
import { HandleField } from '#client/components/payment-accounts/handle-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { showFieldErrors, useRules, WHEN_LEFT } from '#client/lib/form.ts';
import { useDraft } from '#client/lib/use-draft.ts';
import type { AddPersonInput } from '#contract/contacts.ts';
import { isPlatform, PLATFORMS } from '#contract/platforms/registry.ts';
import { PlatformChoice } from './platform-choice.tsx';

const loadRules = async () => (await import('#contract/contacts.ts')).addPersonInput;

interface AddPersonFormProps {
  onSubmit: (person: AddPersonInput, onError: (error: unknown) => void) => void;
  isBusy: boolean;
}

export function AddPersonForm({ onSubmit, isBusy }: AddPersonFormProps) {
  const form = useForm({
    ...WHEN_LEFT,
    resolver: useRules(loadRules),
    // No platform is chosen for anybody.
    defaultValues: { name: '', screenName: '', paymentUsername: '' },
  });
  useDraft(form, 'add-person');
  const { errors } = form.formState;
  const [platform, username] = useWatch({
    control: form.control,
    name: ['paymentPlatform', 'paymentUsername'],
  });
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((person) =>
        onSubmit(person, (error) => showFieldErrors(form, error)),
      )}
      className="grid gap-5"
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          {...form.register('name')}
          label="Name"
          autoComplete="off"
          placeholder="Maya Okafor"
          error={errors.name?.message}
        />
        <TextField
          {...form.register('screenName')}
          label="Screen name"
          autoComplete="off"
          placeholder="Maya from the gym"
          hint="What you call them."
          error={errors.screenName?.message}
        />
      </div>
      <PlatformChoice
        legend="Payment platform"
        platforms={PLATFORMS}
        field={form.register('paymentPlatform', {
          // Another platform has other rules for what stands in the field already.
          onChange: () => {
            if (form.getFieldState('paymentUsername').isTouched) {
              void form.trigger('paymentUsername');
            }
          },
        })}
        error={errors.paymentPlatform?.message}
      />
      {isPlatform(platform) ? (
        <HandleField
          {...form.register('paymentUsername')}
          label="Payment username"
          platform={platform}
          typed={username}
          error={errors.paymentUsername?.message}
        />
      ) : (
        <TextField
          {...form.register('paymentUsername')}
          label="Payment username"
          placeholder="Choose a platform first"
          autoComplete="off"
          error={errors.paymentUsername?.message}
        />
      )}
      <Button type="submit" isBusy={isBusy} busyLabel="Saving..." className="md:justify-self-start">
        Add Person
      </Button>
    </form>
  );
}
