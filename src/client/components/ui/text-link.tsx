import clsx from 'clsx';
import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from 'wouter';

export const linkClass =
  'rounded-xs font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-3';

interface TextLinkProps {
  href: string;
  className?: string;
  /** 44 px high, for one outside of a text. */
  isStandalone?: boolean;
  /** History state for the screen. */
  state?: unknown;
  onClick?: MouseEventHandler;
  children: ReactNode;
}

/** An underlined link to one of our own screens. */
export function TextLink({ isStandalone = false, className, children, ...link }: TextLinkProps) {
  return (
    <Link
      {...link}
      className={clsx(linkClass, isStandalone && 'inline-flex min-h-11 items-center', className)}
    >
      {children}
    </Link>
  );
}
