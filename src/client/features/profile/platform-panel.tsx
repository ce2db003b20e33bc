import { AccountForm } from '#client/components/payment-accounts/account-form.tsx';
import { SavedHandle } from '#client/components/payment-accounts/saved-handle.tsx';
import { startFrom, useHandleForm } from '#client/components/payment-accounts/use-handle-form.ts';
import { Card } from '#client/components/ui/card.tsx';
import { showFieldErrors } from '#client/lib/form.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { useSaveAccount } from './api.ts';
import { RemoveHandle } from './remove-handle.tsx';

interface PlatformPanelProps {
  platform: Platform;
  saved: string | undefined;
}

export function PlatformPanel({ platform, saved }: PlatformPanelProps) {
  const form = useHandleForm(platform, saved);
  const label = PLATFORM_LABELS[platform];
  const save = useSaveAccount();
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
        <p className="text-muted">
          Visitors do not see {label} on your card until you save a username.
        </p>
      )}
      <AccountForm
        platform={platform}
        form={form}
        isBusy={save.isPending}
        onSubmit={(input) =>
          save.mutate(input, {
            onSuccess: () => startFrom(form, input),
            onError: (error) => showFieldErrors(form, error),
          })
        }
      />
    </Card>
  );
}
