import { type FormEvent, useState } from 'react';
import { Breakable } from '#client/components/breakable.tsx';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import { sentenceOf } from '#client/lib/request.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { useProveByCode, useSendCode } from './api.ts';

interface EmailProofProps {
  platform: Platform;
  email: string;
  /** The form goes away, and the focus with it. */
  onProven: () => void;
}

/** A code that is emailed to the handle proves it. */
export function EmailProof({ platform, email, onProven }: EmailProofProps) {
  const sending = useSendCode(platform);
  const isSent = sending.data !== undefined;
  return (
    <div className="grid gap-3 text-small">
      <p className="wrap-anywhere">
        Show payers that <Breakable text={email} /> is yours. We’ll email you a code; payers then
        see “Email confirmed”.
      </p>
      <div role="status" className="wrap-anywhere">
        {isSent && <Breakable text={`${sending.data.message} It works for 10 minutes.`} />}
      </div>
      {isSent && <CodeForm platform={platform} onProven={onProven} />}
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

function CodeForm({ platform, onProven }: Omit<EmailProofProps, 'email'>) {
  const [code, setCode] = useState('');
  const proving = useProveByCode(platform);
  function submit(event: FormEvent) {
    event.preventDefault();
    const pressed = document.activeElement ?? document.body;
    void proving.mutateAsync(code).then(
      () => focusUnlessMoved(pressed, onProven),
      () => undefined,
    );
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
