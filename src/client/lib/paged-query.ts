import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { nextAddress } from './next-page.ts';
import { request } from './request.ts';

interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** The list with a row that has changed. */
export const withRow = <Row extends { id: number }>(
  { pages, ...list }: InfiniteData<Page<Row>>,
  changed: Row,
): InfiniteData<Page<Row>> => ({
  ...list,
  pages: pages.map(({ rows, ...page }) => ({
    ...page,
    rows: rows.map((row) => (row.id === changed.id ? changed : row)),
  })),
});

/** A list that comes in pages, each naming the address of the next. `prepare` runs before a page shows. */
export function pagedQuery<Row>(
  key: readonly [string, ...string[]],
  address: string,
  prepare?: (rows: Row[]) => Promise<void>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const response = await request('GET', pageParam, undefined, { signal });
      const rows = (await response.json()) as Row[];
      await prepare?.(rows);
      return { rows, next: nextAddress(response) };
    },
    initialPageParam: address,
    getNextPageParam: (page: Page<Row>) => page.next,
  });
}
