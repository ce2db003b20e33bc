/** The order in which tabs, filters and unranked handles are shown. */
export const PLATFORMS = ['cashapp', 'paypal', 'applepay', 'venmo'] as const;

export type Platform = (typeof PLATFORMS)[number];

export const PLATFORM_LABELS: Readonly<Record<Platform, string>> = {
  cashapp: 'Cash App',
  paypal: 'PayPal',
  applepay: 'Apple Pay',
  venmo: 'Venmo',
};

/** What a search may be narrowed to: 'all' is a filter, never a platform of an account. */
export const PLATFORM_FILTERS = ['all', ...PLATFORMS] as const;

export type PlatformFilter = (typeof PLATFORM_FILTERS)[number];

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value);
}
