import { useWatch } from 'react-hook-form';
import { HandleFieldList } from '#client/components/payment-accounts/handle-field-list.tsx';
import { PersonField } from '#client/components/person-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { useAppForm } from '#client/lib/form.ts';
import type { Contact } from '#contract/contacts.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import { nameOf, useUpdateContact } from './api.ts';
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
      isKeptOnOutsidePress
    >
      <ContactForm contact={contact} onDone={onClose} />
    </Dialog>
  );
}

function ContactForm({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const update = useUpdateContact(contact.id);
  const form = useAppForm({
    name: contactFormName(contact),
    isRestored: true,
    rules: loadRules,
    defaultValues: contactValues(contact),
    save: (input) => update.mutateAsync(toContactUpdate(input)),
    onSaved: onDone,
    toField: (path, input) => toContactField(path, toContactUpdate(input)),
  });
  const handles = useWatch({ control: form.control, name: 'handles' });
  const filled = PLATFORMS.filter((platform) => handles[platform]);

  return (
    <form noValidate onSubmit={form.submit} className="mt-5 grid gap-4">
      <PersonField kind="name" {...form.field('name')} isSomeoneElse />
      <PersonField kind="screenName" {...form.field('nickname')} isSomeoneElse placeholder="" />
      <PersonField kind="phoneNumber" {...form.field('phoneNumber')} isSomeoneElse placeholder="" />
      <TextField
        {...form.field('relationship')}
        label="Relationship"
        isOptional
        placeholder="Friend, neighbor, plumber"
        autoComplete="off"
      />
      <HandleFieldList
        field={(platform) => form.field(`handles.${platform}`)}
        typed={handles}
        isOptional
      />
      {filled.length > 1 && (
        <PlatformChoice
          legend="Preferred app"
          platforms={filled}
          field={form.register('preferred')}
        />
      )}
      <TextareaField {...form.field('notes')} label="Notes" isOptional />
      <div className="mt-2 flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" isBusy={form.isBusy} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
