import { useInfiniteQuery } from '@tanstack/react-query';
import { searchQuery } from './api.ts';
import { hasSearched, type Search } from './search-address.ts';

/**
 * The results area shows once there is a query, or once a platform alone found somebody. Until the
 * answer is there we expect that it will.
 */
export function useIsSearchShown(search: Search): boolean {
  const { data, isPlaceholderData } = useInfiniteQuery(searchQuery(search));
  if (!hasSearched(search)) return false;
  if (search.query !== '' || !data || isPlaceholderData) return true;
  return data.pages.some((page) => page.people.length > 0);
}
