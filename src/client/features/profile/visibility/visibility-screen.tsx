import { AccountFrame, type AccountScreenProps } from '#client/features/profile/account-frame.tsx';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { VisibilityArea } from './visibility-area.tsx';

export function VisibilityScreen(props: AccountScreenProps) {
  useTitle('Who sees what');
  const { user } = useSession();
  // The session can end while the screen is open.
  if (!user) return null;
  return (
    <AccountFrame user={user} {...props}>
      <VisibilityArea user={user} />
    </AccountFrame>
  );
}
