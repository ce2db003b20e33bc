import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Unlink } from 'lucide-react';
import { Link } from 'wouter';
import { buttonClass } from '#client/components/ui/button.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { CONFIRMATION_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { SCREENS } from '#contract/screens.ts';
import { confirmEmailQuery } from './api.ts';
import { NarrowScreen } from './narrow-screen.tsx';
import { useToken } from './use-token.ts';

/** Where the 'Confirm your email' mail leads. It posts the token when it opens and says how it went. */
export function ConfirmEmailScreen() {
  useTitle('Confirm your email');
  const token = useToken();
  const queryClient = useQueryClient();
  const { user } = useSession();
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
      >
        {next}
      </NarrowScreen>
    );
  }
  if (token === '' || confirmation.isError) {
    return (
      <NarrowScreen
        icon={<Unlink className="size-7" />}
        title="Email not confirmed"
        lead={sentenceOf(confirmation.error, CONFIRMATION_TOKEN_INVALID)}
      >
        {next}
      </NarrowScreen>
    );
  }
  return <Spinner label="Confirming your email..." className="py-24" />;
}
