import { useQuery } from '@tanstack/react-query';
import type { Platform } from '#contract/platforms/registry.ts';
import { useSaveAccount } from './api.ts';
import { AccountPanel } from './payment-accounts/account-panel.tsx';
import { findAccount, paymentAccountsQuery } from './payment-accounts/api.ts';
import { useHandleForm } from './payment-accounts/use-handle-form.ts';

export function PlatformPanel({ platform }: { platform: Platform }) {
  const { data } = useQuery(paymentAccountsQuery);
  const account = findAccount(data, platform);
  const saving = useSaveAccount();
  const form = useHandleForm({ platform, saved: account?.username, save: saving.mutateAsync });
  return (
    <AccountPanel platform={platform} account={account} form={form} isLoaded={data !== undefined} />
  );
}
