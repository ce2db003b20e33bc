import { Link } from 'wouter';
import { PRODUCT_NAME } from '#contract/product.ts';

/** Two people, one turned upside down like a playing card: one pays, one gets paid. */
export function LogoTile() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-9 shrink-0">
      <rect width="48" height="48" rx="13" className="fill-[#FFC83D] hero:fill-hero-tile" />
      <path
        className="fill-[#2C1125] hero:fill-hero-tile-one"
        d="M8 15.5a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0zM8 40v-7.5a7.5 7.5 0 0 1 15 0V40z"
      />
      <path
        className="fill-[#A01C5C] hero:fill-hero-tile-two"
        d="M25 32.5a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0zM25 8v7.5a7.5 7.5 0 0 0 15 0V8z"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-display text-[24px] leading-8 font-bold tracking-[-0.02em]">
      <LogoTile />
      {PRODUCT_NAME}
    </span>
  );
}

export function LogoLink() {
  return (
    <Link href="/" aria-label={`${PRODUCT_NAME}, home`} className="logo flex rounded-button">
      <Logo />
    </Link>
  );
}
