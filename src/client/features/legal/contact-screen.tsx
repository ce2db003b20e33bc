import { Send } from 'lucide-react';
import { PersonField } from '#client/components/person-field.tsx';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { linkClass } from '#client/components/ui/text-link.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { type AppForm, useAppForm } from '#client/lib/form.ts';
import { sentenceOf } from '#client/lib/request.ts';
import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { MESSAGE_MAX } from '#contract/constants.ts';
import type { ContactInput } from '#contract/messages.ts';
import { useSendMessage } from './api.ts';
import { Part, TextScreen } from './text-screen.tsx';

const loadRules = async () => (await import('#contract/messages.ts')).contactInput;

/** The server puts the operator's address into the page. */
const readAddress = () =>
  document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? '';

export function ContactScreen() {
  const address = useBrowserValue<string | undefined>(readAddress, undefined);
  return (
    <TextScreen title="Contact" lead="Write to the people who run this site.">
      {address && (
        <Part title="Email">
          <p>
            <a href={`mailto:${address}`} className={`${linkClass} wrap-anywhere`}>
              {address}
            </a>
          </p>
        </Part>
      )}
      {address === '' && <MessageForm />}
      <Part title="A page looks wrong?">
        <p>Open it and choose Report. A person reads every report.</p>
      </Part>
      <Part title="Already paid the wrong person?">
        <p>Only the payment app can stop a payment. Ask there first.</p>
      </Part>
    </TextScreen>
  );
}

function MessageForm() {
  const message = useSendMessage();
  const form: AppForm<ContactInput> = useAppForm({
    name: 'contact',
    isAdding: true,
    rules: loadRules,
    defaultValues: { email: '', message: '' },
    save: message.mutateAsync,
    // What was sent is no draft.
    onSaved: () => form.reset(),
  });
  if (message.isSuccess) {
    return (
      <p role="status" className="mt-8 rounded-card bg-success-soft px-5 py-4 font-semibold">
        {message.data.message}
      </p>
    );
  }
  return (
    <form noValidate onSubmit={form.submit} className="mt-8 grid max-w-130 gap-5">
      <PersonField kind="email" {...form.field('email')} />
      <TextareaField label="Message" rows={6} maxLength={MESSAGE_MAX} {...form.field('message')} />
      {message.isError && (
        <Alert>{sentenceOf(message.error, 'Could not send your message. Please try again.')}</Alert>
      )}
      <Button type="submit" isBusy={form.isBusy} busyLabel="Sending..." className="md:w-fit">
        <Send aria-hidden="true" className="size-5" />
        Send message
      </Button>
    </form>
  );
}
