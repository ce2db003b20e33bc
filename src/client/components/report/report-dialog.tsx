import { Flag } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { RadioCard } from '#client/components/ui/radio-card.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import { useUnsavedWork } from '#client/lib/use-unsaved-work.ts';
import { REPORT_DETAILS_MAX, REPORT_REASONS } from '#contract/constants.ts';
import type { ReportReason } from '#contract/reports.ts';
import { useReportPerson } from './api.ts';
import { REASON_WORDS } from './reasons.ts';
import { AlreadyPaid, ThanksHeading } from './report-thanks.tsx';
import type { Reported } from './reported.ts';

interface ReportDialogProps {
  person: Reported;
  isOpen: boolean;
  onClose: () => void;
}

type Progress = 'typing' | 'sending' | 'sent';

interface Typed {
  reason?: ReportReason;
  details: string;
}

export default function ReportDialog({ person, isOpen, onClose }: ReportDialogProps) {
  const [progress, setProgress] = useState<Progress>('typing');
  // Kept when the dialog is closed by mistake.
  const [typed, setTyped] = useState<Typed>({ details: '' });
  const firstReason = useRef<HTMLInputElement>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Not when it closes: what is shown stays until it has faded.
    if (isOpen) setProgress('typing');
  }
  const secret = `${person.name} won’t know it was you.`;
  function close() {
    // Its failure would not be seen.
    if (progress !== 'sending') onClose();
  }
  return progress === 'sent' ? (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      placement="rise"
      title={<ThanksHeading />}
      isCentered
      description={
        <span className="block text-center wrap-anywhere">
          We’ll read it and act if needed. {secret}
        </span>
      }
    >
      <AlreadyPaid platforms={person.platforms} />
      <Button autoFocus onClick={close} className="mt-5 w-full">
        Done
      </Button>
    </Dialog>
  ) : (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      placement="rise"
      title="Report this page"
      initialFocus={firstReason}
      isKeptOnOutsidePress
      description={<span className="wrap-anywhere">A person reads every report. {secret}</span>}
    >
      <ReportForm
        userId={person.id}
        typed={typed}
        firstReason={firstReason}
        onType={setTyped}
        onProgress={setProgress}
      />
    </Dialog>
  );
}

interface ReportFormProps {
  userId: number;
  typed: Typed;
  /** The chosen one, or the first. */
  firstReason: RefObject<HTMLInputElement | null>;
  onType: (typed: Typed) => void;
  onProgress: (progress: Progress) => void;
}

function ReportForm({ userId, typed, firstReason, onType, onProgress }: ReportFormProps) {
  const name = useId();
  const { reason, details } = typed;
  const report = useReportPerson();
  useUnsavedWork(`report-${userId}`, () => (reason || details ? { reason, details } : {}));
  function send() {
    if (!reason) return;
    onProgress('sending');
    report.mutate(
      { userId, reason, details },
      {
        onSuccess: () => {
          onProgress('sent');
          onType({ details: '' });
        },
        onError: () => onProgress('typing'),
      },
    );
  }
  return (
    <form
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div role="radiogroup" aria-label="Why are you reporting this page?" className="grid gap-2">
        {REPORT_REASONS.map((each) => (
          <RadioCard
            key={each}
            {...REASON_WORDS[each]}
            ref={each === (reason ?? REPORT_REASONS[0]) ? firstReason : undefined}
            name={name}
            checked={each === reason}
            onChange={() => onType({ ...typed, reason: each })}
          />
        ))}
      </div>
      <TextareaField
        label="What happened?"
        isOptional
        rows={2}
        maxLength={REPORT_DETAILS_MAX}
        placeholder="A link or a date helps."
        value={details}
        onChange={(event) => onType({ ...typed, details: event.target.value })}
      />
      {report.isError && (
        <Alert>{sentenceOf(report.error, 'Could not send your report. Please try again.')}</Alert>
      )}
      <Button
        type="submit"
        disabled={!reason}
        isBusy={report.isPending}
        busyLabel="Sending..."
        className="w-full"
      >
        <Flag aria-hidden="true" className="size-5" />
        Send report
      </Button>
    </form>
  );
}
