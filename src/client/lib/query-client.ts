import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { noticeFailure } from './session.ts';

/** Sends a GET to the first element of the query's key and parses the JSON. */
export function fetchByKey<T>({ queryKey, signal }: QueryFunctionContext): Promise<T> {
  return requestJson<T>('GET', String(queryKey[0]), undefined, { signal });
}

export function createQueryClient(): QueryClient {
  const onError = (error: Error) => noticeFailure(queryClient, error);
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: fetchByKey,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // A query paused while offline would show a spinner forever.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}

/** What the screen shows as failed is requested again. */
export function retryFailedQueries(queryClient: QueryClient): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  });
}
