import { createBoundedQueue } from '#server/lib/bounded-queue.ts';
import type { Network, ReadPage } from './read-page.ts';

export type PageReader = (address: string) => Promise<ReadPage>;

/** Reads few pages at a time, for members and for the weekly check. */
export function createPageReader(network?: Network): PageReader {
  const run = createBoundedQueue({ running: 8, waiting: 40 });
  return (address) =>
    run(async () => {
      // Loaded by the first website: most servers read none.
      const { readPage } = await import('./read-page.ts');
      return readPage(address, network ? { network } : {});
    });
}
