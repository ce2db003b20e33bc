import { BadgeCheck } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { requestJson, sentenceOf } from '#client/lib/request.ts';
import { showFailure } from '#client/lib/session.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import { useUnsavedText } from '#client/lib/use-unsaved-text.ts';
import { VERIFICATION_NOTE_MAX } from '#contract/constants.ts';

/** Shown to members without the badge. */
export function VerificationCard() {
  const heading = useRef<HTMLHeadingElement>(null);
  const ask = useSingleMutation({
    mutationFn: (_pressed: Element) =>
      requestJson<{ message: string }>('POST', '/api/me/verification', { note }),
    // The form goes away.
    onSuccess: (_, pressed) => focusUnlessMoved(pressed, () => heading.current?.focus()),
    onError: (error) => {
      const sentence = sentenceOf(error, 'Could not send your request. Please try again.');
      showFailure(error, memberToasts.verificationFailed(sentence));
    },
  });
  const [note, setNote] = useUnsavedText('verification-note', !ask.isSuccess);
  return (
    <Card className="p-5">
      <h2 ref={heading} tabIndex={-1} className="text-h3">
        Get verified
      </h2>
      <div role="status">{ask.isSuccess && <p className="mt-1">{ask.data.message}</p>}</div>
      {!ask.isSuccess && (
        <form
          className="mt-1 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            ask.mutate(document.activeElement ?? document.body);
          }}
        >
          <p className="text-small text-muted">
            A person checks that your names are yours. The badge shows on your card.
          </p>
          <TextareaField
            label="Where can we check?"
            isOptional
            rows={2}
            maxLength={VERIFICATION_NOTE_MAX}
            placeholder="Your website or shop"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button type="submit" variant="secondary" isBusy={ask.isPending} busyLabel="Sending...">
            <BadgeCheck aria-hidden="true" className="size-5" />
            Request verification
          </Button>
        </form>
      )}
    </Card>
  );
}
