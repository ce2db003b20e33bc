import type pg from 'pg';

/** How often the work took a database connection. */
export async function countReads(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  let reads = 0;
  const count = () => {
    reads += 1;
  };
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  return reads;
}
