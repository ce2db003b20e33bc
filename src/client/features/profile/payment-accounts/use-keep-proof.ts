import { useQueryClient } from '@tanstack/react-query';
import { removeSearches } from '#client/lib/search-cache.ts';
import type { OwnHandle } from '#contract/payment-accounts.ts';
import { paymentAccountsQuery } from './api.ts';

/** Shows the handles as they are after a proof. */
export function useKeepProof() {
  const queryClient = useQueryClient();
  return (handles: OwnHandle[]) => {
    queryClient.setQueryData(paymentAccountsQuery.queryKey, handles);
    removeSearches(queryClient);
  };
}
