import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ rateLimits: true });
  await test.insertPerson({ username: 'ana', screenName: 'Ana' });
  await watchWrites();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.pool.query('TRUNCATE rate_limits');
});

const search = (from: string, node = test.app) =>
  node.inject({ url: '/api/users/search?query=nobody', remoteAddress: from });

/** Counts like so many searches, without running them. */
function countSearches(times: number, from: string, node = test.app) {
  for (let hits = 0; hits < times; hits += 1) node.readLimits.count({ ip: from }, 'search');
}

/** Twice: the first may only wait for what the node was sharing by itself. */
async function share(node = test.app) {
  await node.readLimits.share();
  await node.readLimits.share();
}

async function searchTimes(times: number, from: string, node = test.app) {
  const statuses: number[] = [];
  for (let hits = 0; hits < times; hits += 1) statuses.push((await search(from, node)).statusCode);
  return statuses;
}

/**
 * Counts every statement that writes to any table, also those that are rolled back. The job runner looks for due
 * jobs by itself, with a statement that may lock rows of its queue.
 */
async function watchWrites() {
  await test.pool.query(`
    CREATE SEQUENCE writes MINVALUE 0 START 0;
    SELECT nextval('writes');
    CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('writes'); RETURN NULL; END $$;
    DO $$ DECLARE name regclass; BEGIN
      FOR name IN SELECT oid FROM pg_class
                   WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
                     AND relname <> 'jobs' LOOP
        EXECUTE format('CREATE TRIGGER count_write BEFORE INSERT OR UPDATE OR DELETE ON %s
                        EXECUTE FUNCTION count_write()', name);
      END LOOP;
    END $$`);
}

async function countWrites(): Promise<number> {
  const { rows } = await test.pool.query('SELECT last_value::int FROM writes');
  return rows[0].last_value;
}

const storedHits = async (): Promise<Record<string, number>> => {
  const { rows } = await test.pool.query('SELECT key, hits FROM rate_limits');
  return Object.fromEntries(rows.map(({ key, hits }) => [key, hits]));
};

describe('counting reads', () => {
  it('writes nothing to the database: not for a search, a QR code or a page', async () => {
    const from = '203.0.113.1';
    expect(await searchTimes(20, from)).toEqual(Array(20).fill(200));
    const urls = ['/api/qrcode?type=profile&username=ana', '/?search=ana', '/api/db-heartbeat'];
    for (const url of urls) {
      expect((await test.app.inject({ url, remoteAddress: from })).statusCode).toBe(200);
    }
    // Few hits are not shared with other nodes either.
    await share();
    expect(await countWrites()).toBe(0);

    countSearches(30, from);
    await share();
    const written = await countWrites();
    expect(written).toBeGreaterThan(0);
    expect(await storedHits()).toEqual({ [`search:${from}`]: 51 });
    // Nothing is shared while there is nothing new.
    await share();
    expect(await countWrites()).toBe(written);
  });

  it('blocks at exactly the limit on one node, whatever is shared meanwhile', async () => {
    const from = '203.0.113.2';
    countSearches(150, from);
    await share();
    countSearches(145, from);
    await share();
    expect(await searchTimes(7, from)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await share();
    expect(await storedHits()).toEqual({ [`search:${from}`]: 300 });
    expect((await search('203.0.113.3')).statusCode).toBe(200);
  });

  it('adds up what two nodes counted once they have shared it', async () => {
    const from = '203.0.113.4';
    const other = await test.anotherNode();
    countSearches(200, from);
    await share();
    countSearches(98, from, other);
    await share(other);
    expect(await searchTimes(3, from, other)).toEqual([200, 200, 429]);
    await share(other);
    // The first node learns of it when it shares its next hits.
    expect(await searchTimes(1, from)).toEqual([200]);
    await share();
    expect(await searchTimes(1, from)).toEqual([429]);
  });

  it('goes on with its own counts where they cannot be shared, and shares them later', async () => {
    const from = '203.0.113.6';
    countSearches(100, from);
    await test.pool.query('ALTER TABLE rate_limits RENAME TO away');
    await share();
    countSearches(199, from);
    expect(await searchTimes(2, from)).toEqual([200, 429]);
    await test.pool.query('ALTER TABLE away RENAME TO rate_limits');
    await share();
    expect(await storedHits()).toMatchObject({ [`search:${from}`]: 300 });
  });

  it('has a daily budget of 10,000 searches for one network, on all nodes', async () => {
    const from = '203.0.113.7';
    await test.pool.query(
      `INSERT INTO rate_limits VALUES ($1, 9990, now() + interval '20 hours')`,
      [`searchDaily:${from}`],
    );
    const node = await test.anotherNode();
    const startedAt = performance.now();
    // A thousand searches, spread so that the limit of 5 minutes lets them pass.
    const clock = vi.spyOn(performance, 'now');
    for (let round = 1; round <= 4; round += 1) {
      for (let hits = 0; hits < 250; hits += 1) node.readLimits.count({ ip: from }, 'search');
      clock.mockReturnValue(round * 301_000 + startedAt);
    }
    clock.mockRestore();
    await share(node);
    const refused = await search(from, node);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toBe(
      'Too many searches from your network. Please try again in 20 hours.',
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(19 * 3_600);
  });

  it('covers every route of visitors and members that passes the gate', async () => {
    const from = '203.0.113.8';
    const ask = () => test.app.inject({ url: '/api/db-heartbeat', remoteAddress: from });
    expect((await ask()).statusCode).toBe(200);
    for (let hits = 0; hits < 6_000; hits += 1) {
      test.app.readLimits.count({ ip: from }, 'other');
    }
    expect((await ask()).statusCode).toBe(429);
    const picture = { url: '/api/avatars/nothing', remoteAddress: from };
    expect((await test.app.inject(picture)).statusCode).toBe(429);
    // A made-up session is refused before it is looked up.
    const madeUp = { url: '/api/user', remoteAddress: from, cookies: { session: 'made-up' } };
    expect((await test.app.inject(madeUp)).statusCode).toBe(429);
    const health = { url: '/healthz', remoteAddress: from };
    expect((await test.app.inject(health)).statusCode).toBe(200);
  });
});
