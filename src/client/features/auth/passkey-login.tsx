import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { OrLine } from '#client/components/ui/or-line.tsx';
import {
  canSuggestPasskeys,
  canUsePasskeys,
  passkeyFailure,
  suggestPasskeys,
} from '#client/lib/passkeys.ts';
import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { fetchPasskeyOptions, usePasskeyLogin } from './api.ts';

const FAILED = 'That passkey didn’t work. Try again, or log in with your password.';

/** A button, and passkeys in the list that the browser shows under the email field. */
export function PasskeyLogin() {
  const canUse = useBrowserValue(canUsePasskeys, true);
  const login = usePasskeyLogin();
  useSuggestions(login.status, login.mutate);
  if (!canUse) return null;
  return (
    <>
      <OrLine />
      <div className="grid gap-2">
        <Button
          variant="secondary"
          isBusy={login.isPending}
          busyLabel="Logging in..."
          onClick={() => login.mutate(undefined)}
        >
          <KeyRound aria-hidden="true" className="size-5" />
          Sign in with a passkey
        </Button>
        <p role="status" className="text-small text-muted empty:hidden">
          {login.isError && passkeyFailure(login.error, FAILED)}
        </p>
      </div>
    </>
  );
}

type Login = ReturnType<typeof usePasskeyLogin>;

/** Starts again after a failure: the button replaces the suggestions, and a challenge works once. */
function useSuggestions(status: Login['status'], logIn: Login['mutate']) {
  const isWaiting = status === 'idle' || status === 'error';
  useEffect(() => {
    if (!isWaiting) return;
    const left = new AbortController();
    async function suggest() {
      if (!(await canSuggestPasskeys())) return;
      left.signal.throwIfAborted();
      const picked = await suggestPasskeys(await fetchPasskeyOptions(), left.signal);
      left.signal.throwIfAborted();
      logIn(picked);
    }
    // The form and the button work without suggestions.
    suggest().catch((error) => console.debug('No passkeys are suggested', error));
    return () => left.abort();
  }, [isWaiting, logIn]);
}
