import { Mail } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { LoadFailed } from '#client/components/ui/load-failed.tsx';
import { useUnsavedWork } from '#client/lib/use-unsaved-work.ts';
import { PRODUCT_NAME } from '#contract/product.ts';

const RESET_MS = 1_000;

export function InviteCard() {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const field = useRef<HTMLInputElement>(null);
  useUnsavedWork('invite', () => (email ? { email } : {}));

  async function send() {
    setState('sending');
    try {
      const { openInvitation } = await import('./open-invitation.ts');
      if (openInvitation(email)) setTimeout(() => setEmail(''), RESET_MS);
      setTimeout(() => setState('idle'), RESET_MS);
    } catch {
      setState('failed');
    }
  }

  return (
    <Card className="p-6 lg:flex lg:items-center lg:gap-8">
      <div className="lg:flex-1">
        <h2 className="text-h3">Share {PRODUCT_NAME}</h2>
        <p className="mt-1 text-muted">Owe a friend who isn’t here yet? Send them the link.</p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        noValidate
        className="mt-4 flex flex-col gap-3 md:flex-row lg:mt-0 lg:flex-[1.15]"
      >
        <TextField
          label="Their email address"
          isLabelHidden
          fieldClassName="md:flex-1"
          type="email"
          inputMode="email"
          autoComplete="off"
          placeholder="Their email address"
          prefix={<Mail aria-hidden="true" className="size-5 text-ink" />}
          ref={field}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" variant="secondary" disabled={email === '' || state === 'sending'}>
          Email Link
        </Button>
      </form>
      {state === 'failed' && (
        <LoadFailed
          onRetry={() => {
            field.current?.focus();
            void send();
          }}
          onDismiss={() => {
            field.current?.focus();
            setState('idle');
          }}
        />
      )}
    </Card>
  );
}
