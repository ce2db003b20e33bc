import { useQuery } from '@tanstack/react-query';
import { User } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { Alert } from '#client/components/ui/alert.tsx';
import { TabPanel, Tabs, UnderlineTab, UnderlineTabList } from '#client/components/ui/tabs.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import { useSession } from '#client/lib/session.ts';
import { useSearchPart } from '#client/lib/use-search-part.ts';
import { useTitle } from '#client/lib/use-title.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { isPlatform, PLATFORMS } from '#contract/platforms/registry.ts';
import { SCREENS } from '#contract/screens.ts';
import { AccountFrame, type AccountScreenProps } from './account-frame.tsx';
import { verificationQuery } from './api.ts';
import { CheckHandleCard, OrderCard, OwnDataCard, OwnQrCard } from './aside-cards.tsx';
import { DeleteProfileCard } from './delete-profile.tsx';
import { paymentAccountsQuery } from './payment-accounts/api.ts';
import { PlatformTabs } from './payment-accounts/platform-tabs.tsx';
import { PlatformPanel } from './platform-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { VerificationCard } from './verification-card.tsx';

const MAIN_COLUMN = 'lg:col-start-1 lg:row-span-3 lg:row-start-1';

export function ProfileScreen(props: AccountScreenProps) {
  useTitle('My Account');
  const { user } = useSession();
  // The route lets nobody in without a session; it can end while the screen is open.
  return user && <MyAccount user={user} {...props} />;
}

function MyAccount({ user, ...props }: AccountScreenProps & { user: OwnUser }) {
  const wanted = new URLSearchParams(useSearchPart()).get('tab');
  const tab = isPlatform(wanted) ? wanted : 'profile';
  const [, navigate] = useLocation();
  // Read where they are shown, too: this component renders again only when they are there, and for an error.
  const accounts = useQuery(paymentAccountsQuery);
  const isUnverified = !user.isVerified && !user.suspension;
  const verification = useQuery({ ...verificationQuery, enabled: isUnverified });

  return (
    <AccountFrame
      user={user}
      isLoading={!accounts.isFetched || (isUnverified && !verification.isFetched)}
      {...props}
    >
      {accounts.isError && (
        <Alert className="mt-6" onRetry={() => void accounts.refetch()}>
          {sentenceOf(accounts.error, 'Failed to fetch payment accounts')}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(next) => {
          const address = next === 'profile' ? SCREENS.profile : `${SCREENS.profile}?tab=${next}`;
          navigate(address, { replace: true });
        }}
        className="mt-4 md:mt-6"
      >
        <UnderlineTabList label="My Account">
          <UnderlineTab value="profile" icon={<User aria-hidden="true" className="size-6" />}>
            Profile
          </UnderlineTab>
          <PlatformTabs platforms={PLATFORMS} />
        </UnderlineTabList>
        {/* Each Suspense is hydrated in a step of its own. On a phone the QR code comes first and deletion last. */}
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_auto_1fr]">
          {tab === 'profile' && !user.suspension && (
            <OwnQrCard user={user} className="lg:col-start-2 lg:row-start-1" />
          )}
          <TabPanel value="profile" isKept className={MAIN_COLUMN}>
            <Suspense>
              <ProfilePanel user={user} />
            </Suspense>
          </TabPanel>
          {PLATFORMS.map((platform) => (
            <TabPanel key={platform} value={platform} isKept className={MAIN_COLUMN}>
              <PlatformPanel platform={platform} />
            </TabPanel>
          ))}
          <aside
            aria-label="About your card"
            className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:col-start-2"
          >
            {tab === 'profile' ? (
              <Suspense>
                <OrderCard />
                {isUnverified && <VerificationCard />}
                <OwnDataCard />
              </Suspense>
            ) : (
              <>
                <CheckHandleCard platform={tab} />
                <OrderCard />
              </>
            )}
          </aside>
          {tab === 'profile' && <DeleteProfileCard />}
        </div>
      </Tabs>
    </AccountFrame>
  );
}
