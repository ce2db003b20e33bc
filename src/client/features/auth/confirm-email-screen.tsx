import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, KeyRound, Unlink } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { codeOf, RequestError, sentenceOf } from '#client/lib/request.ts';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { CONFIRMATION_TOKEN_INVALID, SIGN_IN_TO_CONFIRM } from '#contract/mailed-links.ts';
import { SCREENS } from '#contract/screens.ts';
import { confirmEmailQuery, useLogout } from './api.ts';
import { NarrowScreen } from './narrow-screen.tsx';
import { useToken } from './use-token.ts';

/** Where the 'Confirm your email' mail leads. It posts the token when it opens and says how it went. */
export function ConfirmEmailScreen() {
  useTitle('Confirm your email');
  const token = useToken();
  const queryClient = useQueryClient();
  const { user, isLoading } = useSession();
  // The button is gone then, and its focus with it.
  const [hasRetried, setHasRetried] = useState(false);
  const confirmation = useQuery({
    ...confirmEmailQuery(queryClient, token),
    enabled: token !== '',
  });
  const next = user ? (
    <Link href={SCREENS.profile} className={buttonClass()}>
      Go to My Account
    </Link>
  ) : (
    <Link href={SCREENS.auth} className={buttonClass()}>
      Continue to login
    </Link>
  );

  if (confirmation.isSuccess) {
    return (
      <NarrowScreen
        icon={<CircleCheck className="size-7" />}
        title="Email confirmed"
        lead="Thank you. Your email is confirmed."
        isResult={hasRetried}
      >
        {next}
      </NarrowScreen>
    );
  }
  const { error } = confirmation;
  if (!isLoading && codeOf(error) === 'SIGN_IN_TO_CONFIRM') {
    return <LogInFirst token={token} user={user} />;
  }
  if (token === '' || (!isLoading && isFinal(error))) {
    return (
      <NarrowScreen
        icon={<Unlink className="size-7" />}
        title="Email not confirmed"
        lead={sentenceOf(error, CONFIRMATION_TOKEN_INVALID)}
        isResult={hasRetried}
      >
        {next}
      </NarrowScreen>
    );
  }
  if (confirmation.isError && !isLoading) {
    return (
      <NarrowScreen
        icon={<Unlink className="size-7" />}
        title="Confirm your email"
        isResult={hasRetried}
      >
        <Alert>{sentenceOf(error, 'Could not confirm your email. Please try again.')}</Alert>
        <Button
          onClick={() => {
            setHasRetried(true);
            void confirmation.refetch();
          }}
        >
          Try again
        </Button>
      </NarrowScreen>
    );
  }
  return <Spinner label="Confirming your email..." className="py-24" />;
}

/** The server refused the link; after anything else, it may still work. */
const isFinal = (error: Error | null) =>
  error instanceof RequestError && error.status < 500 && error.status !== 429;

/** The link works in a session of its account only; logging in leads back to it. */
function LogInFirst({ token, user }: { token: string; user: OwnUser | null }) {
  const returnTo = `${SCREENS.confirmEmail}?token=${encodeURIComponent(token)}`;
  const logout = useLogout(returnTo);
  return (
    <NarrowScreen
      icon={<KeyRound className="size-7" />}
      title="Log in to confirm your email"
      lead={
        user
          ? `${SIGN_IN_TO_CONFIRM} You are logged in to another one, ${user.email ?? user.name}.`
          : SIGN_IN_TO_CONFIRM
      }
    >
      {user ? (
        <Button
          isBusy={logout.isPending}
          busyLabel="Logging out..."
          onClick={() => logout.mutate()}
        >
          Log out and continue
        </Button>
      ) : (
        <Link href={SCREENS.auth} state={{ returnTo }} className={buttonClass()}>
          Log In
        </Link>
      )}
    </NarrowScreen>
  );
}
