import { useRef } from 'react';
import { Card } from '#client/components/ui/card.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { useIsTabOpen } from '#client/components/ui/tabs.tsx';
import { RemoveHandle } from '#client/features/profile/remove-handle.tsx';
import type { OwnHandle } from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { AccountForm } from './account-form.tsx';
import { SavedHandle } from './saved-handle.tsx';
import { type HandleForm, startFrom } from './use-handle-form.ts';

// The form stays where this does not load.
const HandleProof = lazyOnOpen(() => import('./handle-proof.tsx'), { isSilent: true });

interface AccountPanelProps {
  platform: Platform;
  account: OwnHandle | undefined;
  form: HandleForm;
  /** Until then nobody knows whether there is a saved handle. */
  isLoaded: boolean;
}

/** One platform's handle, on /profile and /payment-accounts: saved, removed and changed. */
export function AccountPanel({ platform, account, form, isLoaded }: AccountPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const label = PLATFORM_LABELS[platform];
  const isOpen = useIsTabOpen(platform);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 md:p-7">
      <h2 ref={heading} tabIndex={-1} className="text-h3">
        Your {label}
      </h2>
      {account ? (
        <SavedHandle platform={platform} username={account.username}>
          <RemoveHandle
            platform={platform}
            username={account.username}
            heading={heading}
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
      {/* Last, because it loads late and must not move the form. */}
      {account && <HandleProof isOpen={isOpen} handle={account} />}
    </Card>
  );
}
