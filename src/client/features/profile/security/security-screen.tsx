import { AccountFrame, type AccountScreenProps } from '#client/features/profile/account-frame.tsx';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { ActivityCard } from './activity-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';

export function SecurityScreen(props: AccountScreenProps) {
  useTitle('Security');
  const { user } = useSession();
  // The session can end while the screen is open.
  if (!user) return null;
  return (
    <AccountFrame user={user} {...props}>
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
