import type { Platform } from './names.ts';

/**
 * What the search index stores for each platform, 0 to 7: unique, and never changed. Apart from the rules, because the
 * client does not need it.
 */
export const PLATFORM_BITS: Record<Platform, 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7> = {
  cashapp: 0,
  paypal: 1,
  applepay: 2,
  venmo: 3,
};
