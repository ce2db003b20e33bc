import clsx from 'clsx';
import type { Platform } from '#contract/platforms/registry.ts';
import { BRANDS } from './platform-brands.ts';

interface PlatformTileProps {
  platform: Platform;
  /** True on a marigold background. */
  isOnBrand?: boolean;
  className?: string;
}

/** The brand's tile. Its name is always beside it, so the tile itself is hidden from screen readers. */
export function PlatformTile({ platform, isOnBrand, className = 'size-6' }: PlatformTileProps) {
  const { path, viewBox, size, tile, tileOnBrand = tile } = BRANDS[platform];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-[28%]',
        isOnBrand ? tileOnBrand : tile,
        className,
      )}
    >
      <svg
        viewBox={viewBox}
        className={clsx('overflow-hidden fill-current', size)}
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </span>
  );
}
