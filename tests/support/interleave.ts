import type pg from 'pg';

/** Resolves once this many statements of this database wait for a lock. */
export async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(waiting);
    if ((rows[0]?.count ?? 0) >= count) return;
  }
}

interface PausePoint {
  /** Such as 'AFTER UPDATE ON users'. */
  at: string;
  /** A condition on NEW and OLD. */
  when?: string;
}

/** Every transaction that comes to this point stops there until release() is called. */
export async function pauseTransactions(pool: pg.Pool, { at, when = 'true' }: PausePoint) {
  const holder = await pool.connect();
  const key = 8_150_000;
  await holder.query('SELECT pg_advisory_lock($1)', [key]);
  await holder.query(`CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${key}); RETURN coalesce(NEW, OLD); END $$`);
  await holder.query(
    `CREATE TRIGGER pause ${at} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION pause()`,
  );
  let isHeld = true;
  /** Paused transactions continue; later ones are not paused. */
  async function release() {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('SELECT pg_advisory_unlock($1)', [key]);
    holder.release();
  }
  return {
    release,
    async remove() {
      await release();
      await pool.query('DROP FUNCTION pause CASCADE');
    },
  };
}
