import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export const linkClass =
  'rounded-xs font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-3';

interface TextLinkProps {
  href: string;
  className?: string;
  /** History state for the screen. */
  state?: unknown;
  children: ReactNode;
}

/** An underlined link to one of our own screens. */
export function TextLink({ href, className, state, children }: TextLinkProps) {
  return (
    <Link href={href} state={state} className={clsx(linkClass, className)}>
      {children}
    </Link>
  );
}
