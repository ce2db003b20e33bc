import type { Platform } from '#contract/platforms/registry.ts';
import { useSaveAccount } from './api.ts';
import { AccountPanel } from './payment-accounts/account-panel.tsx';
import { useHandleForm } from './payment-accounts/use-handle-form.ts';

interface PlatformPanelProps {
  platform: Platform;
  saved: string | undefined;
  isLoaded: boolean;
}

export function PlatformPanel({ platform, saved, isLoaded }: PlatformPanelProps) {
  const saving = useSaveAccount();
  const form = useHandleForm({ platform, saved, save: saving.mutateAsync });
  return <AccountPanel platform={platform} saved={saved} form={form} isLoaded={isLoaded} />;
}
