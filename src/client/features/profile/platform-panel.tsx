import { Card } from '#client/components/ui/card.tsx';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { useSaveAccount } from './api.ts';
import { AccountForm } from './payment-accounts/account-form.tsx';
import { SavedHandle } from './payment-accounts/saved-handle.tsx';
import { startFrom, useHandleForm } from './payment-accounts/use-handle-form.ts';
import { RemoveHandle } from './remove-handle.tsx';

interface PlatformPanelProps {
  platform: Platform;
  saved: string | undefined;
  /** Until then nobody knows whether there is a saved handle. */
  isLoaded: boolean;
}

export function PlatformPanel({ platform, saved, isLoaded }: PlatformPanelProps) {
  const label = PLATFORM_LABELS[platform];
  const saving = useSaveAccount();
  const form = useHandleForm({ platform, saved, save: saving.mutateAsync });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 md:p-7">
      <h2 className="text-h3">Your {label}</h2>
      {saved ? (
        <SavedHandle platform={platform} username={saved}>
          <RemoveHandle
            platform={platform}
            username={saved}
            onRemoved={() => startFrom(form, { platform, username: '' })}
          />
        </SavedHandle>
      ) : (
        isLoaded && (
          <p className="text-muted">
            Visitors do not see {label} on your card until you save a username.
          </p>
        )
      )}
      <AccountForm platform={platform} form={form} />
    </Card>
  );
}
