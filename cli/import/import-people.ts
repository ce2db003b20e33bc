import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { indexCards } from '#server/db/index-people.ts';
import { markAllLookalikes } from '#server/db/lookalikes.ts';
import { createDbOn } from '#server/db/transactions.ts';
import { isInterrupted, onInterrupt } from '#server/lib/interrupts.ts';
import { bulkLoader } from './bulk-loader.ts';
import { ImportFileError, type ReadRow, readPeople } from './read-people.ts';
import { createRejectsFile } from './rejects-file.ts';
import { batchLoader, type Loader, type Memory, readyBatch, type Stored } from './store-people.ts';

export interface ImportResult {
  read: number;
  added: number;
  known: number;
  refused: number;
}

export interface ImportOptions {
  rejectsFile: string;
  /** People per batch. Larger ones cost memory, smaller ones time. */
  batchSize?: number;
  /** `share` is how much of the work is done, from 0 to 1. */
  onProgress?: (result: ImportResult, share: number, isIndexing: boolean) => void;
  /** Called when a signal ends the import; `isCommitting` if rows may be in the directory already. */
  onInterrupted?: (isCommitting: boolean) => void;
}

const BATCH = 10_000;
/** What reading the file is of the whole, if the index is built at the end. */
const LOAD_SHARE = 0.75;

/** Imports a file of people; refused rows are written to the rejects file. */
export async function importPeople(
  pool: pg.Pool,
  file: string,
  { rejectsFile, batchSize = BATCH, onProgress, onInterrupted }: ImportOptions,
): Promise<ImportResult> {
  const result: ImportResult = { read: 0, added: 0, known: 0, refused: 0 };
  const memory: Memory = { readsFirst: false };
  const { size } = await stat(file);
  const rejects = createRejectsFile(rejectsFile);
  /** Whether rows may be in the directory already. */
  let isCommitting = false;
  const beforeCommit = () => {
    // PostgreSQL may need a moment to stop, and what was printed has to hold.
    if (isInterrupted()) throw new Error('The import is interrupted.');
    isCommitting = true;
  };
  const forget = onInterrupt(async () => {
    onInterrupted?.(isCommitting);
    rejects.remove();
  });
  let isComplete = false;
  let share = 0;
  let loader: Loader | undefined;

  const count = (stored: Stored) => {
    result.added += stored.added;
    result.known += stored.known;
    result.refused += stored.refused.length;
    for (const { row, reason } of stored.refused) rejects.write(row, reason);
    onProgress?.(result, loader?.isBulk ? share * LOAD_SHARE : share, false);
  };
  const underWay = new Set<Promise<void>>();
  let failed: { error: unknown } | undefined;
  const store = async (rows: ReadRow[]) => {
    loader ??= (await bulkLoader(pool, size, memory)) ?? batchLoader(pool, memory);
    const { batchesAtOnce, store } = loader;
    const batch = await readyBatch(pool, rows, memory);
    if (underWay.size >= batchesAtOnce) await Promise.race(underWay);
    if (failed) throw failed.error;
    if (!loader.isBulk) beforeCommit();
    const task = store(batch)
      .then(count)
      .catch((error) => {
        failed ??= { error };
      })
      .finally(() => underWay.delete(task));
    underWay.add(task);
  };
  /** Returns what is wrong with the file, if it cannot be read to its end: the rows before that are stored. */
  const storeAll = async () => {
    let rows: ReadRow[] = [];
    let fileError: ImportFileError | undefined;
    const onRead = (bytes: number) => {
      share = bytes / size;
    };
    try {
      for await (const row of readPeople(file, onRead)) {
        result.read += 1;
        if (row.reason !== undefined) {
          result.refused += 1;
          rejects.write(row, row.reason);
          continue;
        }
        rows.push(row);
        if (rows.length < batchSize) continue;
        await store(rows);
        rows = [];
      }
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      fileError = error;
    }
    if (rows.length > 0) await store(rows);
    return fileError;
  };
  const finish = async () => {
    if (loader?.isBulk) onProgress?.(result, LOAD_SHARE, true);
    await loader?.finish(beforeCommit);
    loader = undefined;
    await markImported(pool);
    if (result.added > 0) await refreshStatistics(pool);
    onProgress?.(result, 1, false);
  };

  try {
    const fileError = await storeAll().finally(() => Promise.all(underWay));
    if (failed) throw (failed as { error: unknown }).error;
    await finish();
    if (fileError) throw fileError;
    isComplete = true;
  } finally {
    await loader?.cancel();
    rejects.close({ isComplete });
    forget();
  }
  return result;
}

/** Also after an import that added nobody: the one before may have been interrupted here. */
async function markImported(pool: pg.Pool) {
  await withoutTimeout(pool, async (client) => {
    await createDbOn(client).transaction(async (tx) => {
      await indexCards(tx, await markAllLookalikes(tx));
    });
  });
}

/** A directory that grew at once is not known to the planner until its tables are looked at. */
async function refreshStatistics(pool: pg.Pool) {
  const tables = ['users', 'search_keys', 'payment_accounts', 'search_people'];
  const refreshNext = async (client: pg.PoolClient) => {
    for (let table = tables.shift(); table; table = tables.shift()) {
      await client.query(`VACUUM (ANALYZE) ${table}`);
    }
  };
  await Promise.all([withoutTimeout(pool, refreshNext), withoutTimeout(pool, refreshNext)]);
}

/** Work on all rows takes longer than the statement timeout. */
async function withoutTimeout(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await work(client);
  } finally {
    client.release(true);
  }
}
