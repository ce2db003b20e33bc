import { siApple, siCashapp, siPaypal, siVenmo } from 'simple-icons';

/** simple-icons draws Cash App as a tile with the dollar cut out: only the second shape is wanted. */
const [cashAppTile = '', cashAppDollar = ''] = siCashapp.path.split('z');
const cashAppStart = /^M[\d.]+ [\d.]+/.exec(cashAppTile)?.[0] ?? 'M0 0';

interface Glyph {
  path: string;
  viewBox: string;
}

export const GLYPHS: Record<'cashapp' | 'paypal' | 'applepay' | 'venmo', Glyph> = {
  cashapp: { path: `${cashAppStart}${cashAppDollar}z`, viewBox: '3.5 3.5 17 17' },
  paypal: { path: siPaypal.path, viewBox: '0 0 24 24' },
  applepay: { path: siApple.path, viewBox: '0 0 24 24' },
  /** The wordmark, cropped to its first letter. */
  venmo: { path: siVenmo.path, viewBox: '0 9.6 4.2 4.7' },
};
