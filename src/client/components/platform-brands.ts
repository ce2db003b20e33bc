import { siApple, siCashapp, siPaypal, siVenmo } from 'simple-icons';
import type { Platform } from '#contract/platforms/registry.ts';

interface Brand {
  /** The glyph, and its size inside the tile. */
  path: string;
  viewBox: string;
  size: string;
  tile: string;
  /** The tile's color on marigold. */
  tileOnBrand?: string;
}

/** simple-icons draws Cash App as a tile with the dollar cut out: only the second shape is wanted. */
const [cashAppTile = '', cashAppDollar = ''] = siCashapp.path.split('z');
const cashAppStart = /^M[\d.]+ [\d.]+/.exec(cashAppTile)?.[0] ?? 'M0 0';

export const BRANDS: Record<Platform, Brand> = {
  cashapp: {
    path: `${cashAppStart}${cashAppDollar}z`,
    viewBox: '3.5 3.5 17 17',
    size: 'size-[60%]',
    tile: 'bg-cashapp text-on-cashapp',
  },
  paypal: {
    path: siPaypal.path,
    viewBox: '0 0 24 24',
    size: 'size-[60%]',
    tile: 'bg-paypal text-white ring-1 ring-tile-line ring-inset',
    tileOnBrand: 'bg-paypal text-white',
  },
  applepay: {
    path: siApple.path,
    viewBox: '0 0 24 24',
    size: 'size-[60%]',
    tile: 'bg-apple text-on-apple',
    // Black in dark mode too.
    tileOnBrand: 'bg-[#000000] text-white',
  },
  venmo: {
    path: siVenmo.path,
    // The wordmark, cropped to its first letter.
    viewBox: '0 9.6 4.2 4.7',
    size: 'h-[54%] w-[48%]',
    tile: 'bg-venmo text-white',
  },
};
