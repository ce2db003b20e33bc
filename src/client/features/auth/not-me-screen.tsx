import { CircleCheck, LogOut } from 'lucide-react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { codeOf, sentenceOf } from '#client/lib/request.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { useSignOutEverywhere } from './api.ts';
import { BackToLogin, NarrowScreen } from './narrow-screen.tsx';
import { LinkExpired } from './undo-screen.tsx';
import { useToken } from './use-token.ts';

/** Where the email about a new device leads. Only the button signs out: mail scanners open links. */
export function NotMeScreen() {
  useTitle('Sign out everywhere');
  const token = useToken();
  const signOut = useSignOutEverywhere();

  if (signOut.isSuccess) {
    return (
      <NarrowScreen
        icon={<CircleCheck className="size-7" />}
        isResult
        title="Signed out everywhere"
        lead={signOut.data.message}
      >
        <BackToLogin />
      </NarrowScreen>
    );
  }
  if (token === '' || codeOf(signOut.error) === 'UNDO_TOKEN_INVALID') {
    return <LinkExpired title="Not signed out" isResult={signOut.isError} />;
  }
  return (
    <NarrowScreen
      icon={<LogOut className="size-7" />}
      title="Not you?"
      lead="Press the button if you do not know the device that we emailed you about. It signs out all devices and emails you a link to choose a new password."
    >
      {signOut.error && (
        <Alert>{sentenceOf(signOut.error, 'Could not sign out. Please try again.')}</Alert>
      )}
      <Button
        isBusy={signOut.isPending}
        busyLabel="Signing out..."
        onClick={() => signOut.mutate(token)}
      >
        Sign out everywhere
      </Button>
    </NarrowScreen>
  );
}
