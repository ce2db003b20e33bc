import clsx from 'clsx';
import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface AlertProps {
  tone?: 'danger' | 'info';
  onRetry?: () => void;
  className?: string;
  children: ReactNode;
}

export function Alert({ tone = 'danger', onRetry, className, children }: AlertProps) {
  const Icon = tone === 'danger' ? CircleAlert : Info;
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx(
        'flex items-start gap-3 rounded-button border px-4 py-3 text-ink',
        tone === 'danger' ? 'border-danger bg-danger-soft' : 'border-line bg-brand-soft',
        className,
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('mt-0.5 size-5 shrink-0', tone === 'danger' && 'text-danger')}
      />
      <div className="min-w-0 flex-1">
        <div>{children}</div>
        {onRetry && (
          <Button variant="secondary" size="small" className="mt-2" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    </div>
  );
}
