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
  it('take turns on the replicas and leave the primary alone', async () => {
    const places = [await whereRead(), await whereRead(), await whereRead(), await whereRead()];
    expect(places.filter((place) => place === nameOf(1))).toHaveLength(2);
    expect(places.filter((place) => place === nameOf(2))).toHaveLength(2);
  });

  it('fall back to the primary when the replicas are away, and say so once each', async () => {
    const [primary] = pools as [pg.Pool];
    const nowhere = () => createPool({ host: '/nowhere', user: 'nobody' }, log);
    database = createDatabase(primary, [nowhere(), nowhere()], log);
    const places = [await whereRead(), await whereRead(), await whereRead()];
    expect(places).toEqual([nameOf(0), nameOf(0), nameOf(0)]);
    const said = log.warn.mock.calls.filter(([, text]) => text.includes('read replica is away'));
    expect(said).toHaveLength(2);
  });

  it('do not hide a mistake of ours behind a second try', async () => {
    const wrong = database.read(({ pool }) => pool.query('SELECT nonsense'));
    await expect(wrong).rejects.toMatchObject({ code: '42703' });
  });

  it('go to the primary where there is no replica', async () => {
    const [primary] = pools as [pg.Pool];
    const alone = createDatabase(primary, [], log);
    const { rows } = await alone.read(({ pool }) =>
      pool.query('SELECT current_database() AS name'),
    );
    expect(rows).toEqual([{ name: nameOf(0) }]);
  });
});
