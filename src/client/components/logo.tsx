import clsx from 'clsx';
import { Link } from 'wouter';
import { PRODUCT_NAME } from '#contract/product.ts';

interface LogoProps {
  /** On the marigold band the tile is dark and the people are light. */
  isOnHero?: boolean;
}

/** Two people, one turned upside down like a playing card: one pays, one gets paid. */
function LogoTile({ isOnHero }: LogoProps) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-9 shrink-0">
      <rect
        width="48"
        height="48"
        rx="13"
        className={isOnHero ? 'fill-hero-tile' : 'fill-[#FFC83D]'}
      />
      <path
        className={isOnHero ? 'fill-hero-tile-one' : 'fill-[#2C1125]'}
        d="M8 15.5a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0zM8 40v-7.5a7.5 7.5 0 0 1 15 0V40z"
      />
      <path
        className={isOnHero ? 'fill-hero-tile-two' : 'fill-[#A01C5C]'}
        d="M25 32.5a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0zM25 8v7.5a7.5 7.5 0 0 0 15 0V8z"
      />
    </svg>
  );
}

export function Logo({ isOnHero }: LogoProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-2.5 font-display text-[24px] leading-8 font-bold tracking-[-0.02em]',
        isOnHero ? 'text-hero-ink' : 'text-ink',
      )}
    >
      <LogoTile isOnHero={isOnHero} />
      {PRODUCT_NAME}
    </span>
  );
}

export function LogoLink({ isOnHero }: LogoProps) {
  return (
    <Link href="/" aria-label={`${PRODUCT_NAME}, home`} className="flex rounded-button">
      <Logo isOnHero={isOnHero} />
    </Link>
  );
}
