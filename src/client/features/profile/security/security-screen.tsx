import { useQuery } from '@tanstack/react-query';
import { AccountFrame, type AccountScreenProps } from '#client/features/profile/account-frame.tsx';
import { securityQuery } from '#client/lib/account-security.ts';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { ActivityCard } from './activity-card.tsx';
import { passkeysQuery, sessionsQuery } from './api.ts';
import { DevicesCard } from './devices-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';

export function SecurityScreen(props: AccountScreenProps) {
  useTitle('Security');
  const { user } = useSession();
  const queries = [useQuery(securityQuery), useQuery(passkeysQuery), useQuery(sessionsQuery)];
  // The session can end while the screen is open.
  if (!user) return null;
  return (
    <AccountFrame user={user} isLoading={queries.some(({ isFetched }) => !isFetched)} {...props}>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:mt-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PasswordCard user={user} />
          <PasskeysCard />
          <DevicesCard />
        </div>
        <ActivityCard />
      </div>
    </AccountFrame>
  );
}
