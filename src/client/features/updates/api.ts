import { rareToasts } from '#client/lib/rare-toasts.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import { APP_VERSION } from '#contract/changelog.ts';
import type { UpdateCheck } from '#contract/system.ts';

async function checkForUpdates(): Promise<UpdateCheck> {
  const response = await fetch('/api/check-updates', {
    credentials: 'include',
    headers: { Accept: 'application/json', 'X-App-Version': APP_VERSION },
  });
  if (!response.ok) throw new Error(`Failed to check for updates: ${response.status}`);
  return (await response.json()) as UpdateCheck;
}

export function useUpdateCheck() {
  return useSingleMutation({
    mutationFn: checkForUpdates,
    onSuccess: ({ updated, version }) => {
      showToast(updated ? rareToasts.updateAvailable(version) : rareToasts.noUpdates(version));
    },
    onError: (error) => {
      console.error(error);
      showToast(rareToasts.updateCheckFailed());
    },
  });
}
