import { CircleCheck, Send } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import { formatFullDay } from '#client/lib/format-day.ts';
import { sentenceOf } from '#client/lib/request.ts';
import { useSession } from '#client/lib/session.ts';
import { useUnsavedText } from '#client/lib/use-unsaved-text.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { SUSPENSION_ANSWER_MAX } from '#contract/constants.ts';
import { useAnswerSuspension } from './api.ts';

type Suspension = NonNullable<OwnUser['suspension']>;

/** A suspended member answers once. */
export function SuspensionAnswer({ answer, answeredAt }: Suspension) {
  const status = useRef<HTMLDivElement>(null);
  return (
    <div ref={status} role="status" tabIndex={-1} className="min-w-0">
      {answer === null ? (
        <AnswerForm onSent={() => status.current?.focus()} />
      ) : (
        <>
          <p className="flex gap-2 font-bold">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
            Answer sent {formatFullDay(answeredAt ?? '')}. We’ll email you.
          </p>
          <p className="mt-3 rounded-button bg-surface px-4 py-3 wrap-anywhere whitespace-pre-line">
            {answer}
          </p>
        </>
      )}
    </div>
  );
}

function AnswerForm({ onSent }: { onSent: () => void }) {
  const { user } = useSession();
  const [answer, setAnswer] = useUnsavedText('suspension-answer');
  const sending = useAnswerSuspension();
  function submit(event: FormEvent) {
    event.preventDefault();
    const pressed = document.activeElement ?? document.body;
    // The form goes away.
    void sending.mutateAsync(answer).then(
      () => focusUnlessMoved(pressed, onSent),
      () => undefined,
    );
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextareaField
        label="Your answer"
        hint={`A person reads it and emails you${user?.email ? ` at ${user.email}` : ''}.`}
        placeholder="Tell us what happened. A link to your own website helps."
        required
        rows={4}
        maxLength={SUSPENSION_ANSWER_MAX}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
        {...(sending.isError
          ? { error: sentenceOf(sending.error, 'We could not send your answer. Please try again.') }
          : {})}
      />
      <Button
        type="submit"
        className="md:justify-self-start"
        isBusy={sending.isPending}
        busyLabel="Sending..."
      >
        <Send aria-hidden="true" className="size-5" />
        Send answer
      </Button>
    </form>
  );
}
