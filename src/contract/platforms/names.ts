/**
 * The name of each platform, in the order in which tabs, filters and unranked handles are shown. Apart
 * from the rules, because the first load of the client needs the names only.
 */
export const PLATFORM_LABELS = {
  cashapp: 'Cash App',
  paypal: 'PayPal',
  applepay: 'Apple Pay',
  venmo: 'Venmo',
} as const;

export type Platform = keyof typeof PLATFORM_LABELS;

export const PLATFORMS = Object.keys(PLATFORM_LABELS) as [Platform, ...Platform[]];

/** What a search can be narrowed to: 'all' is a filter, never a platform of an account. */
export const PLATFORM_FILTERS = ['all', ...PLATFORMS] as const;

export type PlatformFilter = (typeof PLATFORM_FILTERS)[number];
