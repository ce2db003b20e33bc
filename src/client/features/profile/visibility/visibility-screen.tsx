import { useQuery } from '@tanstack/react-query';
import { AccountFrame, type AccountScreenProps } from '#client/features/profile/account-frame.tsx';
import { paymentAccountsQuery } from '#client/features/profile/payment-accounts/api.ts';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { VisibilityArea } from './visibility-area.tsx';

export function VisibilityScreen(props: AccountScreenProps) {
  useTitle('Who sees what');
  const { user } = useSession();
  const accounts = useQuery(paymentAccountsQuery);
  // The session can end while the screen is open.
  if (!user) return null;
  return (
    <AccountFrame user={user} isLoading={!accounts.isFetched} {...props}>
      <VisibilityArea user={user} />
    </AccountFrame>
  );
}
