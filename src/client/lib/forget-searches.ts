import type { QueryClient } from '@tanstack/react-query';

/** Somebody's card changed: what a search found before must not be shown again. */
export function forgetSearches(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/users/search'),
  });
}
