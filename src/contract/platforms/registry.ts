import { applepay } from './applepay.ts';
import { cashapp } from './cashapp.ts';
import { paypal } from './paypal.ts';
import type { PlatformRules } from './platform.ts';
import { venmo } from './venmo.ts';

/** The order in which tabs, filters and unranked handles are shown. */
const REGISTERED = [cashapp, paypal, applepay, venmo] as const;

export type Platform = (typeof REGISTERED)[number]['id'];

const idOf = ({ id }: { id: Platform }) => id;
const [first, ...others] = REGISTERED;
export const PLATFORMS: readonly [Platform, ...Platform[]] = [idOf(first), ...others.map(idOf)];

/** As sentences and import files list them. */
export const PLATFORMS_AS_LISTED: readonly Platform[] = [
  paypal.id,
  ...PLATFORMS.filter((id) => id !== paypal.id),
];

/** A value for each platform. */
export function mapPlatforms<T>(make: (platform: Platform) => T): Record<Platform, T> {
  return Object.fromEntries(PLATFORMS.map((id) => [id, make(id)])) as Record<Platform, T>;
}

export const PLATFORM_RULES = Object.fromEntries(
  REGISTERED.map((rules) => [rules.id, rules]),
) as Readonly<Record<Platform, PlatformRules<Platform>>>;

export const PLATFORM_LABELS = mapPlatforms((id) => PLATFORM_RULES[id].label);

/** What a search can be narrowed to: 'all' is a filter, never a platform of an account. */
export const PLATFORM_FILTERS = ['all', ...PLATFORMS] as const;

export type PlatformFilter = (typeof PLATFORM_FILTERS)[number];

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value);
}
