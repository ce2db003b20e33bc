import { ALL_PLATFORMS, LISTED_FIRST } from './all.ts';
import { PLATFORM_LABELS, PLATFORMS, type Platform } from './names.ts';
import type { PlatformRules } from './platform.ts';

export {
  PLATFORM_FILTERS,
  PLATFORM_LABELS,
  PLATFORMS,
  type Platform,
  type PlatformFilter,
} from './names.ts';

/** The platforms in the order in which sentences and import files list them. */
export const PLATFORMS_AS_LISTED: readonly Platform[] = [
  LISTED_FIRST,
  ...PLATFORMS.filter((id) => id !== LISTED_FIRST),
];

/** A value for each platform. */
export function mapPlatforms<T>(make: (platform: Platform) => T): Record<Platform, T> {
  return Object.fromEntries(PLATFORMS.map((id) => [id, make(id)])) as Record<Platform, T>;
}

interface NamedRules extends PlatformRules<Platform> {
  label: string;
}

export const PLATFORM_RULES = Object.fromEntries(
  ALL_PLATFORMS.map((rules) => [rules.id, { ...rules, label: PLATFORM_LABELS[rules.id] }]),
) as Readonly<Record<Platform, NamedRules>>;

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value);
}
