/** Which transactions PostgreSQL considers finished: all before `end`, except those that are running. */
export interface Snapshot {
  end: bigint;
  running: bigint[];
}

/** Transactions from one number up to, but not including, another. */
export interface TransactionRange {
  from: bigint;
  to: bigint;
}

/** Reads the text of a `pg_snapshot`: xmin:xmax:xip,xip,… */
export function parseSnapshot(text: string): Snapshot {
  const [, end = '', running = ''] = text.split(':');
  return { end: BigInt(end), running: running === '' ? [] : running.split(',').map(BigInt) };
}

/** The transactions that were finished between two snapshots. None is in two results of consecutive calls. */
export function finishedBetween(before: Snapshot, now: Snapshot): TransactionRange[] {
  const stillRunning = new Set(now.running);
  const ranges = before.running
    .filter((id) => !stillRunning.has(id))
    .map((id) => ({ from: id, to: id + 1n }));
  let from = before.end;
  // In ascending order, as PostgreSQL lists them.
  for (const id of [...now.running.filter((id) => id >= before.end), now.end]) {
    if (id > from) ranges.push({ from, to: id });
    from = id + 1n;
  }
  return ranges;
}
