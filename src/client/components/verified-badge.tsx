import { BadgeCheck } from 'lucide-react';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { Badge } from './ui/badge.tsx';

interface VerifiedProps {
  platforms: readonly Platform[];
}

/** Pressing it says what it means. */
export function VerifiedBadge({ platforms }: VerifiedProps) {
  return (
    <button
      type="button"
      onClick={() => showToast(toasts.verifiedMeaning())}
      // As high as a finger, though the badge is not.
      className="relative flex rounded-full after:absolute after:-inset-x-1 after:-inset-y-2.5"
    >
      <VerifiedMark platforms={platforms} />
    </button>
  );
}

/** Colored by PayPal where the person has it, otherwise by Cash App. */
export function VerifiedMark({ platforms }: VerifiedProps) {
  const isPayPal = platforms.includes('paypal');
  return (
    <Badge
      tone={isPayPal ? 'verified-paypal' : 'verified-cashapp'}
      icon={
        <BadgeCheck
          aria-hidden="true"
          className={
            isPayPal
              ? 'size-5 fill-verified-paypal stroke-verified-paypal-soft'
              : 'size-5 fill-verified-cashapp stroke-verified-cashapp-soft'
          }
        />
      }
    >
      Verified
    </Badge>
  );
}
