import clsx from 'clsx';
import type { ReactNode } from 'react';

type BadgeTone =
  | 'neutral'
  | 'success'
  | 'danger'
  | 'ink'
  | 'contact'
  | 'verified-paypal'
  | 'verified-cashapp';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  ink: 'bg-primary text-on-primary',
  contact: 'bg-contact-badge text-contact',
  'verified-paypal': 'bg-verified-paypal-soft text-verified-paypal',
  'verified-cashapp': 'bg-verified-cashapp-soft text-verified-cashapp',
};

interface BadgeProps {
  tone?: BadgeTone;
  /** A badge has an icon and a word: color alone never carries the meaning. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-6.5 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-label whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
