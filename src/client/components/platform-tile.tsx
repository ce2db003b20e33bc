import clsx from 'clsx';
import type { Platform } from '#contract/platforms.ts';
import { GLYPHS } from './platform-glyphs.ts';

const COLOURS: Record<Platform, string> = {
  cashapp: 'bg-cashapp text-on-cashapp',
  paypal: 'bg-paypal text-white',
  applepay: 'bg-apple text-on-apple',
  venmo: 'bg-venmo text-white',
};

interface PlatformTileProps {
  platform: Platform;
  /** On marigold, Apple Pay stays black in the dark too. */
  isOnBrand?: boolean;
  className?: string;
}

/** The brand's tile. Its name always stands beside it, so the tile itself is silent. */
export function PlatformTile({ platform, isOnBrand, className = 'size-6' }: PlatformTileProps) {
  const { path, viewBox } = GLYPHS[platform];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-[28%]',
        isOnBrand && platform === 'applepay' ? 'bg-[#000000] text-white' : COLOURS[platform],
        platform === 'paypal' && !isOnBrand && 'ring-1 ring-tile-line ring-inset',
        className,
      )}
    >
      <svg
        viewBox={viewBox}
        className={clsx(
          'overflow-hidden fill-current',
          platform === 'venmo' ? 'h-[54%] w-[48%]' : 'size-[60%]',
        )}
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </span>
  );
}
