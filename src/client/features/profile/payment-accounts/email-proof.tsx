import { type FormEvent, useState } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import { requestJson, sentenceOf } from '#client/lib/request.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { OwnHandle } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { useKeepProof } from './use-keep-proof.ts';

interface EmailProofProps {
  platform: Platform;
  email: string;
  /** The form is about to go away, and the focus with it. */
  onProven: () => void;
}

/** A code that is emailed to the handle proves it. */
export function EmailProof({ platform, email, onProven }: EmailProofProps) {
  const address = `/api/payment-accounts/${platform}`;
  const sending = useSingleMutation({
    mutationFn: () => requestJson<{ message: string }>('POST', `${address}/code`),
  });
  const isSent = sending.data !== undefined;
  return (
    <div className="grid gap-3 text-small">
      <p className="wrap-anywhere">
        Show payers that {email} is yours. We’ll email you a code; payers then see “Email
        confirmed”.
      </p>
      <div role="status" className="wrap-anywhere">
        {isSent && `${sending.data.message} It works for 10 minutes.`}
      </div>
      {isSent && <CodeForm address={address} onProven={onProven} />}
      {sending.isError && (
        <Alert>{sentenceOf(sending.error, 'We could not send the code. Please try again.')}</Alert>
      )}
      <Button
        variant="secondary"
        className="justify-self-start"
        isBusy={sending.isPending}
        busyLabel="Sending..."
        onClick={() => sending.mutate()}
      >
        {isSent ? 'Send another code' : 'Send code'}
      </Button>
    </div>
  );
}

function CodeForm({ address, onProven }: { address: string; onProven: () => void }) {
  const keepProof = useKeepProof();
  const [code, setCode] = useState('');
  const proving = useSingleMutation({
    mutationFn: (_pressed: Element) =>
      requestJson<OwnHandle[]>('POST', `${address}/proof`, { code }),
    onSuccess: (handles, pressed) => {
      keepProof(handles);
      focusUnlessMoved(pressed, onProven);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    proving.mutate(document.activeElement ?? document.body);
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        {...(proving.isError
          ? { error: sentenceOf(proving.error, 'We could not check the code. Please try again.') }
          : {})}
        fieldClassName="max-w-60"
      />
      <Button
        type="submit"
        className="justify-self-start"
        isBusy={proving.isPending}
        busyLabel="Checking..."
      >
        Confirm
      </Button>
    </form>
  );
}
