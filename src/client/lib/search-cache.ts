import type { Query, QueryClient } from '@tanstack/react-query';

const isSearch = ({ queryKey }: Query) => String(queryKey[0]).startsWith('/api/users/search');

/** Call it after a card changed: earlier results are outdated. */
export function removeSearches(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isSearch });
}
