import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { HandleField } from '#client/components/payment-accounts/handle-field.tsx';
import { PersonField } from '#client/components/person-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { useAppForm } from '#client/lib/form.ts';
import type { AddPersonInput } from '#contract/contacts.ts';
import { isPlatform, PLATFORMS } from '#contract/platforms/registry.ts';
import { PlatformChoice } from './platform-choice.tsx';

const loadRules = async () => (await import('#contract/contacts.ts')).addPersonInput;

interface AddPersonFormProps {
  onSubmit: (person: AddPersonInput) => Promise<unknown>;
  /** Its first field has the focus when it opens. */
  isFocused: boolean;
}

export function AddPersonForm({ onSubmit, isFocused }: AddPersonFormProps) {
  const form = useAppForm({
    name: 'add-person',
    isRestored: true,
    isAdding: true,
    rules: loadRules,
    // No platform is preselected.
    defaultValues: { name: '', screenName: '', paymentUsername: '' },
    save: onSubmit,
  });
  const { setFocus } = form;
  useEffect(() => {
    if (isFocused) setFocus('name');
  }, [isFocused, setFocus]);
  const [platform, username] = useWatch({
    control: form.control,
    name: ['paymentPlatform', 'paymentUsername'],
  });
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      <div className="grid items-start gap-5 md:grid-cols-2">
        <PersonField kind="name" {...form.field('name')} isSomeoneElse placeholder="Maya Okafor" />
        <PersonField
          kind="screenName"
          {...form.field('screenName')}
          isSomeoneElse
          placeholder="Maya from the gym"
          hint="What you call them."
        />
      </div>
      <PlatformChoice
        legend="Payment platform"
        platforms={PLATFORMS}
        field={form.register('paymentPlatform', {
          // Each platform has its own handle rules.
          onChange: () => {
            if (form.getFieldState('paymentUsername').isTouched) {
              void form.trigger('paymentUsername');
            }
          },
        })}
        error={form.formState.errors.paymentPlatform?.message}
      />
      {isPlatform(platform) ? (
        <HandleField
          {...form.field('paymentUsername')}
          label="Payment username"
          platform={platform}
          typed={username}
        />
      ) : (
        <TextField
          {...form.field('paymentUsername')}
          label="Payment username"
          placeholder="Choose a platform first"
          autoComplete="off"
        />
      )}
      <Button
        type="submit"
        isBusy={form.isBusy}
        busyLabel="Saving..."
        className="md:justify-self-start"
      >
        Add Person
      </Button>
    </form>
  );
}
