import type pg from 'pg';
import { copyUsers, type Prepared, prepareBatch } from './prepare-batch.ts';
import type { ReadRow } from './read-people.ts';
import { findTaken, keyedRows, Taken } from './taken.ts';

export interface Stored {
  added: number;
  /** Rows that are in the directory already: an import that is run again changes nothing. */
  known: number;
  refused: { row: ReadRow; reason: string }[];
}

/** What an import remembers from one batch to the next. */
export interface Memory {
  /**
   * Whether a row of the file was already in the directory. Until then batches are inserted without a lookup, which
   * is enough for most imports; from then on each batch looks up its names first.
   */
  readsFirst: boolean;
}

export interface Batch {
  rows: readonly ReadRow[];
  /** Missing where the directory has to be read first. */
  ready: Prepared | undefined;
}

/** How batches get into the directory. */
export interface Loader {
  /** Builds the index at the end. */
  isBulk: boolean;
  /** How many batches are stored at the same time. */
  batchesAtOnce: number;
  store(batch: Batch): Promise<Stored>;
  finish(beforeCommit: () => void): Promise<void>;
  cancel(): Promise<void>;
}

/** Does what needs no connection, while the batch before is being stored. */
export async function readyBatch(
  pool: pg.Pool,
  rows: readonly ReadRow[],
  memory: Memory,
): Promise<Batch> {
  const people = keyedRows(rows);
  const taken = new Taken({ rows: [], retired: [] });
  if (memory.readsFirst || people.some(({ person }) => person.username === null)) {
    return { rows, ready: undefined };
  }
  // A duplicate within the file may also be in the directory, which takes precedence.
  if (people.some((each) => taken.judge(each) !== 'new')) {
    memory.readsFirst = true;
    return { rows, ready: undefined };
  }
  return { rows, ready: await prepareBatch(pool, people) };
}

/** Retries after a concurrent insert of the same name. */
const ROUNDS = 5;
/** A unique violation, and a deadlock of two batches. */
const TAKEN = new Set<unknown>(['23505', '40P01']);

/** Calls `attempt` with the prepared batch, and again after reading the directory if that fails. */
export async function storeWithRetries(
  memory: Memory,
  batch: Batch,
  attempt: (ready: Prepared | undefined) => Promise<Stored>,
): Promise<Stored> {
  for (let round = 1; ; round += 1) {
    try {
      return await attempt(round === 1 ? batch.ready : undefined);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && TAKEN.has(error.code);
      if (!isTaken || round >= ROUNDS) throw error;
      memory.readsFirst = true;
    }
  }
}

/** Asks the directory which rows are new, and prepares those. */
export async function prepareNew(pool: pg.Pool, client: pg.PoolClient, rows: readonly ReadRow[]) {
  const stored: Stored = { added: 0, known: 0, refused: [] };
  const people = keyedRows(rows);
  const taken = new Taken(await findTaken(client, people));
  const fresh = people.filter((each) => {
    const verdict = taken.judge(each);
    if (verdict === 'known') stored.known += 1;
    else if (verdict !== 'new') stored.refused.push({ row: each.row, reason: verdict });
    return verdict === 'new';
  });
  await taken.chooseUsernames(client, fresh);
  return { stored, ready: await prepareBatch(pool, fresh) };
}

/** Stores each batch in a transaction of its own: all rows that can go in, or none. */
export function batchLoader(pool: pg.Pool, memory: Memory): Loader {
  const attempt = async (batch: Batch, early: Prepared | undefined) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SET LOCAL statement_timeout = 0');
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      await client.query('SET LOCAL synchronous_commit = off');
      const { stored, ready } = early
        ? { stored: allNew(early), ready: early }
        : await prepareNew(pool, client, batch.rows);
      stored.added = ready.count;
      await copyUsers(client, ready);
      await ready.entries.copy(client);
      await client.query('COMMIT');
      return stored;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release(client.getTransactionStatus() !== 'I');
    }
  };
  return {
    isBulk: false,
    batchesAtOnce: 2,
    store: (batch) => storeWithRetries(memory, batch, (ready) => attempt(batch, ready)),
    finish: async () => undefined,
    cancel: async () => undefined,
  };
}

export const allNew = ({ count }: Prepared): Stored => ({ added: count, known: 0, refused: [] });
