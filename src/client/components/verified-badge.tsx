import { BadgeCheck } from 'lucide-react';
import type { Platform } from '#contract/platforms/registry.ts';
import { Badge } from './ui/badge.tsx';

/** Coloured by PayPal where the person has it, otherwise by Cash App. */
export function VerifiedBadge({ platforms }: { platforms: readonly Platform[] }) {
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
