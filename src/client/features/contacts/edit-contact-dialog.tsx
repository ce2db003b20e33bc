import { useForm, useWatch } from 'react-hook-form';
import { HandleField } from '#client/components/payment-accounts/handle-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { TextareaField, TextField } from '#client/components/ui/field.tsx';
import { showFieldErrors, useRules, WHEN_LEFT } from '#client/lib/form.ts';
import { useDraft } from '#client/lib/use-draft.ts';
import type { Contact } from '#contract/contacts.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { nameOf, useUpdateContact } from './api.ts';
import type { ContactFormInput } from './contact-rules.ts';
import {
  contactFormName,
  contactValues,
  toContactField,
  toContactUpdate,
} from './contact-values.ts';
import { PlatformChoice } from './platform-choice.tsx';

const loadRules = async () => (await import('./contact-rules.ts')).contactFormInput;

interface EditContactDialogProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
}

export default function EditContactDialog({ contact, isOpen, onClose }: EditContactDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Edit ${nameOf(contact)}`}
      description="Only you see your contacts."
    >
      <ContactForm contact={contact} onDone={onClose} />
    </Dialog>
  );
}

function ContactForm({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const update = useUpdateContact(contact.id);
  const form = useForm({
    ...WHEN_LEFT,
    resolver: useRules(loadRules),
    defaultValues: contactValues(contact),
  });
  useDraft(form, contactFormName(contact));
  const { errors } = form.formState;
  const handles = useWatch({ control: form.control, name: 'handles' });
  const filled = PLATFORMS.filter((platform) => handles[platform]);

  function submit(input: ContactFormInput) {
    const changes = toContactUpdate(input);
    update.mutate(changes, {
      onSuccess: onDone,
      onError: (error) => showFieldErrors(form, error, (path) => toContactField(path, changes)),
    });
  }
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="mt-5 grid gap-4">
      <TextField
        {...form.register('name')}
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
      />
      <TextField
        {...form.register('nickname')}
        label="Screen name"
        isOptional
        autoComplete="off"
        error={errors.nickname?.message}
      />
      <TextField
        {...form.register('phoneNumber')}
        label="Phone number"
        isOptional
        type="tel"
        autoComplete="off"
        error={errors.phoneNumber?.message}
      />
      <TextField
        {...form.register('relationship')}
        label="Relationship"
        isOptional
        placeholder="Friend, neighbour, plumber"
        autoComplete="off"
        error={errors.relationship?.message}
      />
      {PLATFORMS.map((platform) => (
        <HandleField
          key={platform}
          {...form.register(`handles.${platform}`)}
          platform={platform}
          isOptional
          typed={handles[platform] ?? ''}
          error={errors.handles?.[platform]?.message}
        />
      ))}
      {filled.length > 1 && (
        <PlatformChoice
          legend="Preferred app"
          platforms={filled}
          field={form.register('preferred')}
        />
      )}
      <TextareaField
        {...form.register('notes')}
        label="Notes"
        isOptional
        error={errors.notes?.message}
      />
      <div className="mt-2 flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" isBusy={update.isPending} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
