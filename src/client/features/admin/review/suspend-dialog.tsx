import { Ban } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { AlertDialogFrame } from '#client/components/ui/alert-dialog.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { RadioCard } from '#client/components/ui/radio-card.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { watchForm } from '#client/lib/unsaved-work.ts';
import { useUnsavedText } from '#client/lib/use-unsaved-text.ts';
import { SUSPENSION_REASON_MAX } from '#contract/constants.ts';
import type { Review } from '#contract/reviews.ts';
import { useCloseReview } from './api.ts';
import { nameOf } from './person.ts';
import { SUSPENDING, suspensionName } from './suspension-draft.ts';

interface SuspendDialogProps {
  review: Review;
  isOpen: boolean;
  onClose: () => void;
}

const REASONS = [
  {
    label: 'Pretends to be someone else',
    words: ({ other }: Review) =>
      other
        ? `Your page copies the name of a verified member, ${nameOf(other)}.`
        : 'Your page pretends to be someone else.',
  },
  {
    label: 'A payment name isn’t theirs',
    words: () => 'A payment name on your page belongs to someone else.',
  },
  { label: 'Scam', words: () => 'Your page was used for a scam.' },
];

export default function SuspendDialog({ review, isOpen, onClose }: SuspendDialogProps) {
  const group = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosen, setChosen] = useState<string>();
  const [words, setWords] = useUnsavedText(suspensionName(review), isOpen);
  // So that the panel shows the reviews again.
  useEffect(() => watchForm(SUSPENDING, () => (isOpen && words ? { isOpen } : {})));
  const [isMissing, setIsMissing] = useState(false);
  const close = useCloseReview();
  const { person } = review;

  function suspend() {
    const reason = words.trim();
    setIsMissing(reason === '');
    if (reason === '') field.current?.focus();
    else close.mutate({ review, input: { action: 'suspend', reason } }, { onSuccess: onClose });
  }

  const cancelUnlessSent = () => !close.isPending && onClose();

  return (
    <AlertDialogFrame
      isOpen={isOpen}
      onClose={cancelUnlessSent}
      focusFirst={cancel}
      title={`Suspend ${nameOf(person)}?`}
      description={
        <>
          Visitors won’t see{' '}
          <strong className="text-ink">
            {person.username ? `@${person.username}` : nameOf(person)}
          </strong>
          . The member can’t change payment names until the page is back.
        </>
      }
    >
      <fieldset className="mt-5 grid gap-2">
        <legend className="mb-1.5 text-small font-bold">Why?</legend>
        {REASONS.map((reason) => (
          <RadioCard
            key={reason.label}
            label={reason.label}
            name={group}
            checked={chosen === reason.label}
            onChange={() => {
              setChosen(reason.label);
              setWords(reason.words(review));
              setIsMissing(false);
            }}
          />
        ))}
      </fieldset>
      <div className="mt-5">
        <TextareaField
          ref={field}
          label="Message to the member"
          hint={
            person.isEmailConfirmed
              ? 'They read this on their account and by email.'
              : 'They read this on their account only, because it has no confirmed email.'
          }
          required
          maxLength={SUSPENSION_REASON_MAX}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          {...(isMissing ? { error: 'Please tell the member why' } : {})}
        />
      </div>
      <div className="mt-6 flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button ref={cancel} variant="secondary" onClick={cancelUnlessSent}>
          Cancel
        </Button>
        <Button
          variant="destructive"
          isBusy={close.isPending}
          busyLabel="Suspending..."
          onClick={suspend}
        >
          <Ban aria-hidden="true" className="size-5" />
          Suspend
        </Button>
      </div>
    </AlertDialogFrame>
  );
}
