import { type FormEvent, useState } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { requestJson, sentenceOf } from '#client/lib/request.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { OwnHandle } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { useKeepProof } from './use-keep-proof.ts';

interface EmailProofProps {
  platform: Platform;
  email: string;
}

/** A code that is emailed to the handle proves it. */
export function EmailProof({ platform, email }: EmailProofProps) {
  const address = `/api/payment-accounts/${platform}`;
  const sending = useSingleMutation({
    mutationFn: () => requestJson<{ message: string }>('POST', `${address}/code`),
  });
  const isSent = sending.data !== undefined;
  return (
    <div className="grid gap-3 text-small">
      <p>
        Show payers that {email} is yours. We’ll email you a code; payers then see “Email
        confirmed”.
      </p>
      <div role="status">{isSent && `${sending.data.message} It works for 10 minutes.`}</div>
      {isSent && <CodeForm address={address} />}
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

function CodeForm({ address }: { address: string }) {
  const keepProof = useKeepProof();
  const [code, setCode] = useState('');
  const proving = useSingleMutation({
    mutationFn: () => requestJson<OwnHandle[]>('POST', `${address}/proof`, { code }),
    onSuccess: keepProof,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    proving.mutate();
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
