import { QUERY_MAX_LENGTH } from '#contract/constants.ts';
import { PLATFORM_FILTERS, type PlatformFilter } from '#contract/platforms/names.ts';

/** What the address bar says about the search. */
export interface Search {
  query: string;
  /** Null until somebody presses a filter; 'all' is a choice of its own. */
  platform: PlatformFilter | null;
}

export function readSearch(searchPart: string): Search {
  const parameters = new URLSearchParams(searchPart);
  const platform = parameters.get('platform');
  return {
    query: (parameters.get('search') ?? '').trim().slice(0, QUERY_MAX_LENGTH),
    platform: PLATFORM_FILTERS.find((filter) => filter === platform) ?? null,
  };
}

/** The address of the home screen for this search. */
export function searchAddress({ query, platform }: Search): string {
  const parameters = new URLSearchParams();
  if (query) parameters.set('search', query);
  if (platform) parameters.set('platform', platform);
  const text = parameters.toString();
  return text ? `/?${text}` : '/';
}

/** With neither part in the address nobody has searched yet. */
export function hasSearched({ query, platform }: Search): boolean {
  return query !== '' || platform !== null;
}
