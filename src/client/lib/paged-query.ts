import { infiniteQueryOptions } from '@tanstack/react-query';
import { nextAddress } from './next-page.ts';
import { request } from './request.ts';

interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** A list that comes in pages, each naming the address of the next. */
export function pagedQuery<Row>(key: readonly [string, ...string[]], address: string) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const response = await request('GET', pageParam, undefined, { signal });
      return { rows: (await response.json()) as Row[], next: nextAddress(response) };
    },
    initialPageParam: address,
    getNextPageParam: (page: Page<Row>) => page.next,
  });
}
