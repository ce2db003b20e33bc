import { Fingerprint } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'wouter';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { OrLine } from '#client/components/ui/or-line.tsx';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { linkClass } from '#client/components/ui/text-link.tsx';
import { useAppForm } from '#client/lib/form.ts';
import { passkeyFailure } from '#client/lib/passkeys.ts';
import { RequestError, sentenceOf } from '#client/lib/request.ts';
import { SCREENS } from '#contract/screens.ts';
import { useConfirmByPasskey, useConfirmByPassword } from './api.ts';

const loadRules = async () => (await import('./confirm-rules.ts')).confirmFormInput;

const CHECKING = 'Checking...';

interface ConfirmFormProps {
  hasPasskey: boolean;
  hasPassword: boolean;
  firstControl: RefObject<(HTMLButtonElement & HTMLInputElement) | null>;
  onLeave: () => void;
  onConfirmed: () => void;
}

export function ConfirmForm(props: ConfirmFormProps) {
  const { hasPasskey, hasPassword, firstControl, onLeave, onConfirmed } = props;
  const byPasskey = useConfirmByPasskey();
  const byPassword = useConfirmByPassword();
  const form = useAppForm({
    name: 'confirm-identity',
    rules: loadRules,
    defaultValues: { password: '' },
    save: async (typed) => {
      await byPassword.mutateAsync(typed);
      onConfirmed();
    },
  });

  const { ref, ...password } = form.field('password');
  return (
    <div className="mt-6 grid gap-4">
      {hasPasskey && (
        <>
          <Button
            ref={firstControl}
            isBusy={byPasskey.isPending}
            busyLabel={CHECKING}
            onClick={() => byPasskey.mutate(undefined, { onSuccess: onConfirmed })}
          >
            <Fingerprint aria-hidden="true" className="size-5" />
            Use a passkey
          </Button>
          {byPasskey.isError && (
            <Alert>{passkeyFailure(byPasskey.error, 'That passkey didn’t work. Try again.')}</Alert>
          )}
        </>
      )}
      {hasPasskey && hasPassword && <OrLine />}
      {hasPassword && (
        <form noValidate onSubmit={form.submit} className="grid gap-4">
          <PasswordField
            {...password}
            ref={(input) => {
              ref(input);
              if (!hasPasskey) firstControl.current = input as typeof firstControl.current;
            }}
            label="Password"
            autoComplete="current-password"
          />
          {byPassword.isError && !hasFieldMessage(byPassword.error) && (
            <Alert>
              {sentenceOf(byPassword.error, 'Could not check your password. Please try again.')}
            </Alert>
          )}
          <Button
            type="submit"
            variant={hasPasskey ? 'secondary' : 'primary'}
            isBusy={form.isBusy}
            busyLabel={CHECKING}
          >
            Confirm
          </Button>
        </form>
      )}
      <Link
        href={SCREENS.forgotPassword}
        onClick={onLeave}
        className={`${linkClass} -my-1 inline-flex min-h-11 items-center justify-self-center`}
      >
        Forgot your password?
      </Link>
    </div>
  );
}

function hasFieldMessage(error: unknown): boolean {
  return error instanceof RequestError && error.fields.password !== undefined;
}
