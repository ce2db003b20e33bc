import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/db/client.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

let database: Database;
let drop: () => Promise<void>;
beforeEach(async () => {
  const made = await createTestDatabase();
  const log = createLogger('silent');
  // With one connection, one that is not released is noticed at once.
  database = createDatabase(createPool({ ...made.connection, max: 1 }, log), [], log);
  drop = () => made.drop();
});
afterEach(() => drop());

const one = (db: Database['db']) => db.execute(sql`SELECT 1 AS one`).then(({ rows }) => rows);

/** The pool's only connection is free again, and the pool can be closed. */
async function expectWholePool() {
  expect(await database.db.transaction((tx) => one(tx))).toEqual([{ one: 1 }]);
  const { totalCount, idleCount } = database.pool;
  expect({ totalCount, idleCount }).toEqual({ totalCount: 1, idleCount: 1 });
  await database.close();
  expect(database.pool.ended).toBe(true);
}

describe('a transaction releases its connection', () => {
  it('after a commit and after a rollback', async () => {
    await database.db.execute(sql`CREATE TABLE things (name text)`);
    const add = (db: Database['db']) => db.execute(sql`INSERT INTO things VALUES ('thing')`);
    await database.db.transaction((tx) => add(tx));
    const failing = database.db.transaction(async (tx) => {
      await add(tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const { rows } = await database.db.execute(sql`SELECT count(*)::int AS count FROM things`);
    expect(rows).toEqual([{ count: 1 }]);
    await expectWholePool();
  });

  it('when the connection broke just before BEGIN', async () => {
    database.pool.once('acquire', (client) => void client.end());
    await expect(database.db.transaction((tx) => one(tx))).rejects.toThrow('begin');
    await expectWholePool();
  });

  it('when the connection breaks in the middle', async () => {
    const broken = database.db.transaction((tx) =>
      tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`),
    );
    await expect(broken).rejects.toThrow();
    await expectWholePool();
  });

  it('closed, when the rollback fails', async () => {
    const stuck = database.db.transaction(async (tx) => {
      // As if ROLLBACK had failed: the next user must not get this transaction.
      vi.spyOn(tx, 'execute').mockImplementation(() => {
        throw new Error('no rollback');
      });
      throw new Error('changed my mind');
    });
    await expect(stuck).rejects.toThrow('no rollback');
    expect(database.pool.totalCount).toBe(0);
    await expectWholePool();
  });
});

describe('a transaction that conflicts with another', () => {
  let pair: Database;
  beforeEach(async () => {
    const log = createLogger('silent');
    pair = createDatabase(createPool({ ...database.pool.options, max: 4 }, log), [], log);
    await pair.db.execute(sql`CREATE TABLE things (name text PRIMARY KEY, hits int DEFAULT 0)`);
    await pair.db.execute(sql`INSERT INTO things VALUES ('a'), ('b')`);
  });
  afterEach(async () => {
    await pair.close();
    await database.close();
  });

  const hit = (db: Database['db'], name: string) =>
    db.execute(sql`UPDATE things SET hits = hits + 1 WHERE name = ${name}`);
  const hits = () =>
    pair.db.execute(sql`SELECT name, hits FROM things ORDER BY name`).then(({ rows }) => rows);

  it('in a deadlock is retried', async () => {
    let started = 0;
    let arrived = 0;
    let open = () => {};
    const bothHoldOne = new Promise<void>((resolve) => {
      open = resolve;
    });
    let finish = () => {};
    const otherIsStored = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const inOrder = (first: string, second: string) =>
      pair.db.transaction(async (tx) => {
        started += 1;
        // A repeated one that is faster than the other would be in the same deadlock again.
        if (started === 3) await otherIsStored;
        await hit(tx, first);
        arrived += 1;
        if (arrived === 2) open();
        await bothHoldOne;
        await hit(tx, second);
      });
    await Promise.all([inOrder('a', 'b').then(finish), inOrder('b', 'a').then(finish)]);
    expect(arrived).toBe(3);
    expect(await hits()).toEqual([
      { name: 'a', hits: 2 },
      { name: 'b', hits: 2 },
    ]);
  });

  it('in a serialization failure is retried', async () => {
    let attempts = 0;
    await pair.db.transaction(
      async (tx) => {
        attempts += 1;
        await tx.execute(sql`SELECT FROM things`);
        if (attempts === 1) await hit(pair.db, 'a');
        await hit(tx, 'a');
      },
      { isolationLevel: 'repeatable read' },
    );
    expect(attempts).toBe(2);
    expect(await hits()).toContainEqual({ name: 'a', hits: 2 });
  });

  it('twice returns 503 instead of a third attempt', async () => {
    let attempts = 0;
    const losing = pair.db.transaction(async (tx) => {
      attempts += 1;
      await hit(tx, 'a');
      await tx.execute(
        sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END $$`),
      );
    });
    await expect(losing).rejects.toMatchObject({ status: 503, code: 'OVERLOADED' });
    expect(attempts).toBe(2);
    expect(await hits()).toContainEqual({ name: 'a', hits: 0 });
  });

  it('is not retried after any other error', async () => {
    let attempts = 0;
    const failing = pair.db.transaction(async () => {
      attempts += 1;
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(attempts).toBe(1);
  });
});
