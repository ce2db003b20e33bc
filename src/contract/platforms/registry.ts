import { ALL_PLATFORMS, LISTED_FIRST } from './all.ts';
import type { PlatformRules } from './platform.ts';

export type Platform = (typeof ALL_PLATFORMS)[number]['id'];

const idOf = ({ id }: { id: Platform }) => id;
const [first, ...others] = ALL_PLATFORMS;
export const PLATFORMS: readonly [Platform, ...Platform[]] = [idOf(first), ...others.map(idOf)];

/** As sentences and import files list them. */
export const PLATFORMS_AS_LISTED: readonly Platform[] = [
  LISTED_FIRST,
  ...PLATFORMS.filter((id) => id !== LISTED_FIRST),
];

/** A value for each platform. */
export function mapPlatforms<T>(make: (platform: Platform) => T): Record<Platform, T> {
  return Object.fromEntries(PLATFORMS.map((id) => [id, make(id)])) as Record<Platform, T>;
}

export const PLATFORM_RULES = Object.fromEntries(
  ALL_PLATFORMS.map((rules) => [rules.id, rules]),
) as Readonly<Record<Platform, PlatformRules<Platform>>>;

export const PLATFORM_LABELS = mapPlatforms((id) => PLATFORM_RULES[id].label);

/** What a search can be narrowed to: 'all' is a filter, never a platform of an account. */
export const PLATFORM_FILTERS = ['all', ...PLATFORMS] as const;

export type PlatformFilter = (typeof PLATFORM_FILTERS)[number];

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value);
}
