import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import { useUnsavedText } from '#client/lib/use-unsaved-text.ts';
import { VERIFICATION_NOTE_MAX } from '#contract/constants.ts';
import { useRequestVerification, verificationQuery } from './api.ts';

/** Shown to members without the badge. */
export function VerificationCard() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isPending } = useQuery(verificationQuery);
  const isRequested = data?.isRequested ?? false;
  const ask = useRequestVerification();
  const [note, setNote] = useUnsavedText('verification-note', !isRequested);
  function submit(event: FormEvent) {
    event.preventDefault();
    const pressed = document.activeElement ?? document.body;
    // The form goes away.
    void ask.mutateAsync(note).then(
      () => focusUnlessMoved(pressed, () => heading.current?.focus()),
      () => undefined,
    );
  }
  return (
    <Card className="p-5">
      <h2 ref={heading} tabIndex={-1} className="text-h3">
        Get verified
      </h2>
      <div role="status">
        {isRequested && (
          <p className="mt-1">
            {ask.data?.message ?? 'Requested. We will look at your profile soon.'}
          </p>
        )}
      </div>
      {!isPending && !isRequested && (
        <form className="mt-1 grid gap-4" onSubmit={submit}>
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
