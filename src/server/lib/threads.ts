import { availableParallelism } from 'node:os';

/** Node's threads for work outside of the event loop; files and compression use them too. */
const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

/** Pictures and passwords together always leave one thread free, so that files are still served. */
export const IMAGE_THREADS = 1;
export const HASH_THREADS = Math.max(
  1,
  Math.min(availableParallelism(), threads - IMAGE_THREADS - 1),
);
