import { useMutation } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useId, useState } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { RadioCard } from '#client/components/ui/radio-card.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { requestJson, sentenceOf } from '#client/lib/request.ts';
import { REPORT_DETAILS_MAX, REPORT_REASONS } from '#contract/constants.ts';
import type { ReportInput, ReportReason } from '#contract/reports.ts';
import { AlreadyPaid, ThanksHeading } from './report-thanks.tsx';
import type { Reported } from './reported.ts';

interface ReportDialogProps {
  person: Reported;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog stays open while it sends, so that must end. */
const SEND_MS = 30_000;

type Progress = 'typing' | 'sending' | 'sent';

export default function ReportDialog({ person, isOpen, onClose }: ReportDialogProps) {
  const [progress, setProgress] = useState<Progress>('typing');
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
      isKeptOnOutsidePress
      description={<span className="wrap-anywhere">A person reads every report. {secret}</span>}
    >
      <ReportForm userId={person.id} onProgress={setProgress} />
    </Dialog>
  );
}

const REASONS: Record<ReportReason, { label: string; description?: string }> = {
  impersonation: {
    label: 'It pretends to be someone else',
    description: 'A copied name, picture or business.',
  },
  'wrong-handle': {
    label: 'A payment name is wrong',
    description: 'Money would go to a stranger.',
  },
  scam: { label: 'It looks like a scam', description: 'Fake goods, pressure or threats.' },
  other: { label: 'Something else' },
};

interface ReportFormProps {
  userId: number;
  onProgress: (progress: Progress) => void;
}

function ReportForm({ userId, onProgress }: ReportFormProps) {
  const name = useId();
  const [reason, setReason] = useState<ReportReason>();
  const [details, setDetails] = useState('');
  const report = useMutation({
    mutationFn: (input: ReportInput) =>
      requestJson('POST', '/api/reports', input, { signal: AbortSignal.timeout(SEND_MS) }),
    onMutate: () => onProgress('sending'),
    onSuccess: () => onProgress('sent'),
    onError: () => onProgress('typing'),
  });
  return (
    <form
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason && !report.isPending) report.mutate({ userId, reason, details });
      }}
    >
      <div role="radiogroup" aria-label="Why are you reporting this page?" className="grid gap-2">
        {REPORT_REASONS.map((each) => (
          <RadioCard
            key={each}
            {...REASONS[each]}
            name={name}
            checked={each === reason}
            onChange={() => setReason(each)}
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
        onChange={(event) => setDetails(event.target.value)}
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
