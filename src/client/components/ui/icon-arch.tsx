import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';

interface IconArchProps {
  icon: LucideIcon;
  tone?: 'default' | 'danger';
}

/** The icon at the start of a list row. */
export function IconArch({ icon: Icon, tone = 'default' }: IconArchProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'arch flex w-9.5 shrink-0 items-center justify-center',
        tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-brand-soft text-ink',
      )}
    >
      <Icon className="size-5" />
    </span>
  );
}
