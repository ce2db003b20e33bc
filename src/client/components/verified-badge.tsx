import { BadgeCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { Badge } from './ui/badge.tsx';

interface VerifiedProps {
  platforms: readonly Platform[];
}

interface PersonBadgesProps extends VerifiedProps {
  person: { isVerified: boolean; verifiedAt: string | null; isFictional: boolean };
}

/** Pressing a badge says what it means. */
export function PersonBadges({ person, platforms }: PersonBadgesProps) {
  const { isVerified, verifiedAt, isFictional } = person;
  const explain = () =>
    showToast(isFictional ? toasts.fictional() : toasts.verifiedMeaning(verifiedAt));
  return (
    <>
      {isVerified && (
        <BadgeButton onClick={explain}>
          <VerifiedMark platforms={platforms} />
        </BadgeButton>
      )}
      {isFictional && (
        <BadgeButton onClick={explain}>
          <Badge icon={<Info aria-hidden="true" className="size-4" />}>
            Fictional<span className="sr-only"> profile</span>
          </Badge>
        </BadgeButton>
      )}
    </>
  );
}

function BadgeButton(props: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      // The tap target is larger than the badge.
      className="relative flex rounded-full after:absolute after:-inset-x-1 after:-inset-y-2.5"
      {...props}
    />
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
