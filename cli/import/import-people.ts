import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { WordPairs } from '#server/lib/word-pairs.ts';
import { COLUMNS, type ReadRow, readPeople } from './read-people.ts';
import { type Memory, type Stored, storePeople } from './store-people.ts';

export interface ImportResult {
  read: number;
  added: number;
  known: number;
  refused: number;
}

export interface ImportOptions {
  rejectsFile: string;
  /** People a transaction. Larger ones cost memory, smaller ones time. */
  batchSize?: number;
  /** `share` says how much of the file has been read, from 0 to 1. */
  onProgress?: (result: ImportResult, share: number) => void;
}

const BATCH = 20_000;
/** While one batch is being stored the next is read and folded. */
const BATCHES_AT_ONCE = 2;

/** Brings a file of people into the directory; refused rows go to the rejects file, the rest goes in. */
export async function importPeople(
  pool: pg.Pool,
  file: string,
  { rejectsFile, batchSize = BATCH, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const result: ImportResult = { read: 0, added: 0, known: 0, refused: 0 };
  let share = 0;
  const rejects = rejectsWriter(rejectsFile);
  const memory: Memory = { words: new Set(), pairs: new WordPairs(), asksFirst: false };
  const underWay = new Set<Promise<void>>();

  const count = (stored: Stored) => {
    result.added += stored.added;
    result.known += stored.known;
    result.refused += stored.refused.length;
    for (const { row, reason } of stored.refused) rejects.write(row, reason);
    onProgress?.(result, share);
  };
  let failed: { error: unknown } | undefined;
  const store = async (batch: ReadRow[]) => {
    if (underWay.size >= BATCHES_AT_ONCE) await Promise.race(underWay);
    if (failed) throw failed.error;
    const task = storePeople(pool, batch, memory)
      .then(count, (error) => {
        failed ??= { error };
      })
      .finally(() => underWay.delete(task));
    underWay.add(task);
  };

  try {
    let batch: ReadRow[] = [];
    // A file that is not there is reported by the reader.
    const size = (await stat(file).catch(() => undefined))?.size ?? 0;
    const onRead = (bytes: number) => {
      share = bytes / size;
    };
    for await (const row of readPeople(file, onRead)) {
      result.read += 1;
      if (row.reason !== undefined) {
        result.refused += 1;
        rejects.write(row, row.reason);
        continue;
      }
      batch.push(row);
      if (batch.length >= batchSize) {
        await store(batch);
        batch = [];
      }
    }
    if (batch.length > 0) await store(batch);
  } finally {
    await Promise.all(underWay);
    await rejects.close();
  }
  if (failed) throw (failed as { error: unknown }).error;
  if (result.added > 0) {
    await refreshStatistics(pool);
  }
  onProgress?.(result, 1);
  return result;
}

/** A directory that grew at once is not known to the planner until its tables are looked at. */
async function refreshStatistics(pool: pg.Pool) {
  const tables = [
    'users',
    'search_keys',
    'payment_accounts',
    'search_people',
    'search_words',
    'search_pairs',
  ];
  const refreshNext = async (client: pg.PoolClient) => {
    for (let table = tables.shift(); table; table = tables.shift()) {
      await client.query(`VACUUM (ANALYZE) ${table}`);
    }
  };
  await Promise.all([patiently(pool, refreshNext), patiently(pool, refreshNext)]);
}

/** Work on everybody takes longer than a statement of the server may. */
async function patiently(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>) {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await work(client);
  } finally {
    client.release(true);
  }
}

/** The refused rows with the line they end in and why, in a form that can be fixed and imported. */
function rejectsWriter(file: string) {
  let stream: WriteStream | undefined;
  const quote = (text: string) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return {
    write(row: ReadRow, reason: string) {
      if (!stream) {
        // A new file, since an old one would keep its own mode: the rows hold personal data.
        rmSync(file, { force: true });
        stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
        stream.write(`line,reason,${COLUMNS.join(',')}\n`);
      }
      stream.write(`${[String(row.line), reason, ...row.raw].map(quote).join(',')}\n`);
    },
    async close() {
      if (!stream) return;
      stream.end();
      await finished(stream);
    },
  };
}
