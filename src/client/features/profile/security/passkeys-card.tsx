import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { canUsePasskeys, passkeyFailure } from '#client/lib/passkeys.ts';
import { isCanceled, sentenceOf } from '#client/lib/request.ts';
import { passkeysQuery, useAddPasskey } from './api.ts';
import { PasskeyRow } from './passkey-row.tsx';

export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery);
  const add = useAddPasskey();
  const heading = useRef<HTMLHeadingElement>(null);
  const rows = passkeys.data ?? [];
  return (
    <Card className="p-5 md:p-7">
      <div className="flex justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-h3">
          Passkeys
        </h2>
        {/* While it is retried after a failure. Beside the heading: most members have no passkeys, so the list needs no space. */}
        {passkeys.isPending && <Spinner className="h-6.5" />}
      </div>
      <p className="mt-1 text-muted">
        Sign in with your face, finger or screen lock. Nothing to remember.
      </p>
      {passkeys.isError && (
        <Alert className="mt-4" onRetry={() => void passkeys.refetch()}>
          {sentenceOf(passkeys.error, 'Failed to fetch your passkeys. Please try again.')}
        </Alert>
      )}
      {rows.length > 0 && (
        <ul aria-label="Passkeys" className="mt-2 divide-y divide-line">
          {rows.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} heading={heading} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button
          variant="secondary"
          className="mt-4 max-md:w-full"
          isBusy={add.isPending}
          busyLabel="Adding..."
          onClick={() => add.mutate()}
        >
          <KeyRound aria-hidden="true" className="size-5" />
          Add a passkey
        </Button>
      ) : (
        <p className="mt-4 text-small text-muted">This browser cannot add passkeys.</p>
      )}
      <p role="status" className="mt-2 text-small text-muted empty:hidden">
        {add.isError && !isCanceled(add.error) && addFailure(add.error)}
      </p>
    </Card>
  );
}

/** Closing the browser's question is a failure too, so the sentence is a quiet one. */
function addFailure(error: Error): string {
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for you.';
  return passkeyFailure(error, 'No passkey was added. Try again when you are ready.');
}
