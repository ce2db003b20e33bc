import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { OrLine } from '#client/components/ui/or-line.tsx';
import {
  canSuggestPasskeys,
  canUsePasskeys,
  stopAsking,
  suggestPasskeys,
} from '#client/lib/passkeys.ts';
import { sentenceOf } from '#client/lib/request.ts';
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
          {login.isError && sentenceOf(login.error, FAILED)}
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
    let isCurrent = true;
    const ifCurrent = async <T,>(step: Promise<T>) => {
      const result = await step;
      if (!isCurrent) throw new Error('The login screen was left.');
      return result;
    };
    async function suggest() {
      if (!(await ifCurrent(canSuggestPasskeys()))) return;
      const options = await ifCurrent(fetchPasskeyOptions());
      logIn(await ifCurrent(suggestPasskeys(options)));
    }
    // The form and the button work without suggestions.
    suggest().catch((error) => console.debug('No passkeys are suggested', error));
    return () => {
      isCurrent = false;
    };
  }, [isWaiting, logIn]);
  useEffect(() => () => void stopAsking(), []);
}
