import { AccountFrame, type AccountScreenProps } from '#client/features/profile/account-frame.tsx';
import { useSession } from '#client/lib/session.ts';
import { useTitle } from '#client/lib/use-title.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { AskForAmount } from './ask-for-amount.tsx';
import { type OwnPage, ownPageOf } from './own-page.ts';
import { PrintSign } from './print-sign.tsx';
import { WebsiteButton } from './website-button.tsx';
import { YourLink } from './your-link.tsx';

export function ShareScreen(props: AccountScreenProps) {
  useTitle('Share');
  const { user } = useSession();
  // The session can end while the screen is open.
  if (!user) return null;
  const page = ownPageOf(user);
  return (
    <AccountFrame user={user} {...props}>
      {page ? <Sharing page={page} /> : <p className="mt-6 text-muted">{whyNothing(user)}</p>}
    </AccountFrame>
  );
}

const whyNothing = ({ suspension }: OwnUser) =>
  suspension
    ? 'There is nothing to share while your page is suspended.'
    : 'Choose a username under My page. It makes the link to your page.';

function Sharing({ page }: { page: OwnPage }) {
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 md:mt-6 lg:grid-cols-6">
      <YourLink page={page} className="lg:order-1 lg:col-span-4" />
      <AskForAmount page={page} className="lg:order-3 lg:col-span-3" />
      <PrintSign page={page} className="lg:order-2 lg:col-span-2" />
      <WebsiteButton page={page} className="lg:order-4 lg:col-span-3" />
    </div>
  );
}
