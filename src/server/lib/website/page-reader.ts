import { createBoundedQueue } from '#server/lib/bounded-queue.ts';
import { type Network, type ReadPage, readPage } from './read-page.ts';

export type PageReader = (address: string) => Promise<ReadPage>;

/** Reads few pages at a time, for members and for the weekly check. */
export function createPageReader(network?: Network): PageReader {
  const run = createBoundedQueue({ running: 8, waiting: 40 });
  return (address) => run(() => readPage(address, network ? { network } : {}));
}
