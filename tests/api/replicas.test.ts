import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/db/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/** Stand-ins for a primary and two replicas: three databases that each know their own name. */
const log = { warn: vi.fn() };
let databases: TestDatabase[];
let pools: pg.Pool[];
let database: Database;

beforeEach(async () => {
  log.warn.mockClear();
  databases = await Promise.all([1, 2, 3].map(() => createTestDatabase({ isEmpty: true })));
  pools = databases.map(({ connection }) => createPool(connection, log));
  const [primary, ...replicas] = pools as [pg.Pool, ...pg.Pool[]];
  database = createDatabase(primary, replicas, log);
});

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await Promise.all(databases.map((each) => each.drop()));
});

const nameOf = (place: number) => databases[place]?.connection.database;
const whereRead = () =>
  database.read(async ({ pool }) => {
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
    return rows[0]?.name;
  });

describe('public reads', () => {
  it('alternate between the replicas and do not use the primary', async () => {
    const places = [await whereRead(), await whereRead(), await whereRead(), await whereRead()];
    expect(places.filter((place) => place === nameOf(1))).toHaveLength(2);
    expect(places.filter((place) => place === nameOf(2))).toHaveLength(2);
  });

  it('use the primary while the replicas are unavailable, and log it once for each', async () => {
    const [primary] = pools as [pg.Pool];
    const nowhere = () => createPool({ host: '/nowhere', user: 'nobody' }, log);
    database = createDatabase(primary, [nowhere(), nowhere()], log);
    const places = [await whereRead(), await whereRead(), await whereRead()];
    expect(places).toEqual([nameOf(0), nameOf(0), nameOf(0)]);
    const said = log.warn.mock.calls.filter(([, text]) =>
      text.includes('Read replica unavailable'),
    );
    expect(said).toHaveLength(2);
  });

  it('are not retried after an error in the statement', async () => {
    const wrong = database.read(({ pool }) => pool.query('SELECT nonsense'));
    await expect(wrong).rejects.toMatchObject({ code: '42703' });
  });

  it('use the primary without a replica', async () => {
    const [primary] = pools as [pg.Pool];
    const alone = createDatabase(primary, [], log);
    const { rows } = await alone.read(({ pool }) =>
      pool.query('SELECT current_database() AS name'),
    );
    expect(rows).toEqual([{ name: nameOf(0) }]);
  });

  it('canceled by the replay of the log are served by the primary, and the replica stays', async () => {
    const conflict = () =>
      database.read(async ({ pool }) => {
        const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
        if (rows[0]?.name === nameOf(0)) return 'served by the primary';
        await pool.query(`DO $$ BEGIN RAISE EXCEPTION
          'canceling statement due to conflict with recovery' USING ERRCODE = '40001'; END $$`);
        return 'served by a replica';
      });
    expect(await conflict()).toBe('served by the primary');
    expect([await whereRead(), await whereRead()].sort()).toEqual([nameOf(1), nameOf(2)].sort());
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('that are too slow are not repeated on the primary, and the replica stays', async () => {
    let runs = 0;
    const slow = database.read(async ({ pool }) => {
      runs += 1;
      await pool.query("SET statement_timeout = '20ms'; SELECT pg_sleep(60)");
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(runs).toBe(1);
    expect([await whereRead(), await whereRead()].sort()).toEqual([nameOf(1), nameOf(2)].sort());
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('that find all connections of a replica in use neither move to the primary nor disable it', async () => {
    const [primary] = pools as [pg.Pool];
    const busy = createPool({ ...databases[1]?.connection, max: 1 }, log);
    const oneReplica = createDatabase(primary, [busy], log);
    const taken = await busy.connect();
    // Only now: the connection itself may take longer on a busy machine.
    busy.options.connectionTimeoutMillis = 50;
    const waiting = oneReplica.read(({ pool }) => pool.query('SELECT 1'));
    await expect(waiting).rejects.toThrow('timeout exceeded when trying to connect');
    taken.release();
    const { rows } = await oneReplica.read(({ pool }) =>
      pool.query('SELECT current_database() AS name'),
    );
    expect(rows).toEqual([{ name: nameOf(1) }]);
    await busy.end();
  });
});
