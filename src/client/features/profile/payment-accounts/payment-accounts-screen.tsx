import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { TabPanel, Tabs, UnderlineTabList } from '#client/components/ui/tabs.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { hasDraft } from '#client/lib/unsaved-work.ts';
import { useTitle } from '#client/lib/use-title.ts';
import type { OwnHandle } from '#contract/payment-accounts.ts';
import {
  PLATFORM_LABELS,
  PLATFORM_RULES,
  PLATFORMS,
  type Platform,
} from '#contract/platforms/registry.ts';
import { SCREENS } from '#contract/screens.ts';
import { AccountPanel } from './account-panel.tsx';
import { findAccount, paymentAccountsQuery, useSavePaymentAccount } from './api.ts';
import { PlatformTabs } from './platform-tabs.tsx';
import { handleFormName, useHandleForm } from './use-handle-form.ts';

const isProfileOnly = (platform: Platform) => PLATFORM_RULES[platform].isProfileOnly === true;
const SHOWN = PLATFORMS.filter((platform) => !isProfileOnly(platform));
const ELSEWHERE = PLATFORMS.filter(isProfileOnly);

const EMPTY = 'Username cannot be empty';
const REFETCH_AFTER_MS = 300;

/** After a save the list is removed from the cache and fetched again 300 ms later. */
function useAccounts() {
  const queryClient = useQueryClient();
  const [isHeldBack, setIsHeldBack] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const { data, isError, refetch } = useQuery({
    ...paymentAccountsQuery,
    enabled: !isHeldBack,
    placeholderData: keepPreviousData,
  });
  function loadAgain() {
    setIsHeldBack(true);
    queryClient.removeQueries({ queryKey: paymentAccountsQuery.queryKey });
    timer.current = window.setTimeout(() => setIsHeldBack(false), REFETCH_AFTER_MS);
  }
  return { accounts: data, hasFailed: isError, retry: () => void refetch(), loadAgain };
}

export function PaymentAccountsScreen() {
  useTitle('My Payment Methods');
  // A draft was kept.
  const [tab, setTab] = useState<string>(
    () => SHOWN.find((platform) => hasDraft(handleFormName(platform))) ?? PLATFORMS[0],
  );
  const { accounts, hasFailed, retry, loadAgain } = useAccounts();
  return (
    <div className="content-width min-h-dvh max-w-180! py-8 md:py-12">
      <h1 className="text-h1">My Payment Methods</h1>
      <p className="mt-2 text-muted">
        These usernames show on your card.
        {ELSEWHERE.map((platform) => (
          <Fragment key={platform}>
            {' '}
            {PLATFORM_LABELS[platform]} is on{' '}
            <TextLink href={`${SCREENS.profile}?tab=${platform}`}>your profile page</TextLink>.
          </Fragment>
        ))}
      </p>
      {hasFailed && (
        <Alert className="mt-6" onRetry={retry}>
          Failed to load your payment accounts. Please try again later.
        </Alert>
      )}
      {!accounts && !hasFailed && <ScreenSpinner />}
      {accounts && (
        <Tabs value={tab} onChange={setTab} className="mt-6">
          <UnderlineTabList label="Payment platforms">
            <PlatformTabs platforms={SHOWN} />
          </UnderlineTabList>
          {SHOWN.map((platform) => (
            <TabPanel key={platform} value={platform} isKept className="mt-6">
              <AccountCard
                platform={platform}
                account={findAccount(accounts, platform)}
                onSaved={loadAgain}
              />
            </TabPanel>
          ))}
        </Tabs>
      )}
    </div>
  );
}

interface AccountCardProps {
  platform: Platform;
  account: OwnHandle | undefined;
  onSaved: () => void;
}

function AccountCard({ platform, account, onSaved }: AccountCardProps) {
  const saving = useSavePaymentAccount(onSaved);
  const form = useHandleForm({
    platform,
    saved: account?.username,
    save: saving.mutateAsync,
    blankMessage: EMPTY,
    onBlank: () => showToast(memberToasts.blankUsername()),
  });
  return <AccountPanel platform={platform} account={account} form={form} isLoaded />;
}
