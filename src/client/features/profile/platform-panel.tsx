import { useQuery } from '@tanstack/react-query';
import type { Platform } from '#contract/platforms/registry.ts';
import { useSaveAccount } from './api.ts';
import { AccountPanel } from './payment-accounts/account-panel.tsx';
import { findHandle, paymentAccountsQuery } from './payment-accounts/api.ts';
import { useHandleForm } from './payment-accounts/use-handle-form.ts';

export function PlatformPanel({ platform }: { platform: Platform }) {
  const { data } = useQuery(paymentAccountsQuery);
  const saved = findHandle(data, platform);
  const saving = useSaveAccount();
  const form = useHandleForm({ platform, saved, save: saving.mutateAsync });
  return (
    <AccountPanel platform={platform} saved={saved} form={form} isLoaded={data !== undefined} />
  );
}
