import type { Query, QueryClient } from '@tanstack/react-query';

const isSearch = ({ queryKey }: Query) => String(queryKey[0]).startsWith('/api/users/search');

/** After a card changed: earlier results are outdated. */
export function removeSearches(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isSearch });
}

export function retryFailedSearch(queryClient: QueryClient): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => isSearch(query) && query.state.status === 'error',
  });
}
