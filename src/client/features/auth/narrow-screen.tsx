import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '#client/components/ui/card.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { useAuthState } from '#client/lib/auth-state.ts';
import { SCREENS } from '#contract/screens.ts';

interface NarrowScreenProps {
  /** In a marigold arch over the title. */
  icon: ReactNode;
  title: string;
  lead?: ReactNode;
  /** Says how it went: the heading gets the focus, because the button that had it is gone. */
  isResult?: boolean;
  children?: ReactNode;
}

/** One task on a card: asking for a link, choosing a password, hearing how it went. */
export function NarrowScreen({ icon, title, lead, isResult, children }: NarrowScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isResult) heading.current?.focus();
  }, [isResult]);
  return (
    <div className="mx-auto w-full max-w-130 px-4 py-8 md:py-16">
      <Card className="p-6 md:p-8">
        <span
          aria-hidden="true"
          className="arch mb-5 flex w-14 items-center justify-center bg-brand-soft text-ink"
        >
          {icon}
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-h1">
          {title}
        </h1>
        {lead && <div className="mt-2 text-muted">{lead}</div>}
        {children && <div className="mt-6 grid gap-5">{children}</div>}
      </Card>
    </div>
  );
}

/** Keeps where the login leads to. */
export function BackToLogin({ onClick }: { onClick?: () => void }) {
  return (
    <p className="-my-3 text-center">
      <TextLink href={SCREENS.auth} state={useAuthState()} onClick={onClick} isStandalone>
        Back to login
      </TextLink>
    </p>
  );
}
