import { afterEach, describe, expect, it } from 'vitest';
import type { Bounds } from '#server/lib/bounds.ts';
import { openConnection, requestText } from '#tests/support/raw-connection.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

const LONG_POLL = requestText('GET', '/api/keep-alive?method=long-poll');
const HEARTBEAT = requestText('GET', '/api/db-heartbeat');
const SEARCH = requestText('GET', '/api/users/search?platform=all');
const times = (count: number, text: string) => Array.from({ length: count }, () => text);

/** The real app on a port. */
async function listen(bounds: Partial<Bounds> = {}) {
  const test = await buildTestApp({}, bounds);
  cleanups.add('the app', () => test.close());
  let seen = 0;
  test.app.server.on('request', () => {
    seen += 1;
  });
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  return { test, port: Number(new URL(address).port), seen: () => seen };
}

function countConnections({ app }: TestApp): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
}

/** Searches do not end before the returned function is called; heartbeats do. */
async function blockSearches({ pool }: TestApp): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE search_people IN ACCESS EXCLUSIVE MODE');
  let isBlocked = true;
  const unblock = async () => {
    if (isBlocked) await client.query('ROLLBACK').then(() => client.release());
    isBlocked = false;
  };
  cleanups.add('the lock', unblock);
  return unblock;
}

async function expectAllFree(test: TestApp) {
  await eventually(async () => expect(await countConnections(test)).toBe(0));
  await eventually(() => expect(test.app.load).toMatchObject({ inFlight: 0, waiting: 0 }));
  expect((await test.call('GET', '/api/db-heartbeat')).statusCode).toBe(200);
  expect((await test.call('GET', '/readyz')).statusCode).toBe(200);
}

describe('pipelined requests', () => {
  it('free every slot when their connection closes before the first response is complete', async () => {
    const { test, port, seen } = await listen();
    const connection = await openConnection(port);
    connection.send(LONG_POLL, ...times(45, HEARTBEAT));
    await eventually(() => expect(seen()).toBeGreaterThan(20));
    connection.close();
    await expectAllFree(test);
  });

  it('wait without a slot, and are answered in order', async () => {
    const { test, port, seen } = await listen({
      longPollMs: 60_000,
      longPolls: { total: 1, perKey: 1 },
    });
    const connection = await openConnection(port);
    connection.send(LONG_POLL, ...times(10, HEARTBEAT));
    await eventually(() => expect(seen()).toBe(11));
    expect((await test.call('GET', '/api/db-heartbeat')).statusCode).toBe(200);
    expect(test.app.load).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(connection.statuses()).toEqual([]);

    const next = await openConnection(port);
    next.send(...times(10, HEARTBEAT), SEARCH);
    await eventually(() => expect(next.statuses()).toEqual(Array(11).fill(200)));
    connection.close();
    next.close();
    await expectAllFree(test);
  });

  it('are limited: a connection with too many is closed', async () => {
    const { test, port } = await listen({ pipelinedRequests: 3 });
    const within = await openConnection(port);
    within.send(...times(4, HEARTBEAT));
    await eventually(() => expect(within.statuses()).toEqual([200, 200, 200, 200]));
    within.close();
    const beyond = await openConnection(port);
    beyond.send(LONG_POLL, ...times(4, HEARTBEAT));
    await beyond.ended;
    beyond.close();
    expect(beyond.statuses()).toEqual([]);
    await expectAllFree(test);
  });
});

describe('a slot and a queue entry are free again', () => {
  it.each(['close', 'reset', 'halfClose'] as const)(
    'when their connections end: %s',
    async (how) => {
      const { test, port } = await listen({ slots: 2 });
      await blockSearches(test);
      const connections = await Promise.all(times(5, '').map(() => openConnection(port)));
      for (const connection of connections) connection.send(SEARCH);
      await eventually(() => expect(test.app.load).toMatchObject({ inFlight: 2, waiting: 3 }));
      for (const connection of connections) connection[how]();
      await eventually(() => expect(test.app.load).toMatchObject({ inFlight: 0, waiting: 0 }));
      // The searches themselves still wait for the database.
      expect((await test.call('GET', '/api/db-heartbeat')).statusCode).toBe(200);
      for (const connection of connections) connection.close();
      await expectAllFree(test);
    },
  );

  it('when a connection closes in the middle of a body', async () => {
    const { test, port, seen } = await listen({ slots: 1, bodyGraceMs: 60_000 });
    const headers = { 'content-type': 'application/json', 'content-length': 1_000 };
    const connection = await openConnection(port);
    connection.send(requestText('POST', '/api/login', headers, '{"email":'));
    await eventually(() => expect(seen()).toBe(1));
    connection.reset();
    await expectAllFree(test);
  });
});

describe('long-polls', () => {
  it('are limited per network: the next is answered at once, until one is closed', async () => {
    const { test, port } = await listen({
      longPollMs: 600_000,
      longPolls: { total: 9, perKey: 1 },
    });
    const first = await openConnection(port);
    const second = await openConnection(port);
    first.send(LONG_POLL);
    // Also proves that the first is held, because the server works in order.
    await eventually(async () => expect(await countConnections(test)).toBe(2));
    first.send(HEARTBEAT);
    second.send(HEARTBEAT, LONG_POLL);
    await eventually(() => expect(second.statuses()).toEqual([200, 200]));
    expect(first.statuses()).toEqual([]);
    const elsewhere = await openConnection(port, '127.0.0.2');
    elsewhere.send(HEARTBEAT, LONG_POLL);
    await eventually(() => expect(elsewhere.statuses()).toEqual([200]));

    first.close();
    await eventually(async () => expect(await countConnections(test)).toBe(2));
    second.send(HEARTBEAT, LONG_POLL, HEARTBEAT);
    await eventually(() => expect(second.statuses()).toHaveLength(3));
    expect((await test.call('GET', '/api/keep-alive')).statusCode).toBe(200);
    expect(second.statuses()).toHaveLength(3);
    second.close();
    elsewhere.close();
    await expectAllFree(test);
  });
});

describe('/readyz', () => {
  it('stays 200 under a flood of itself, and leaves database connections to others', async () => {
    const { test } = await listen();
    const flood = Array.from({ length: 600 }, () => test.call('GET', '/readyz'));
    const heartbeat = await test.call('GET', '/api/db-heartbeat');
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(heartbeat.statusCode).toBe(200);
  });

  it('is 503 while all slots are taken and none is released, and 200 again afterwards', async () => {
    const { test, port } = await listen({ slots: 2, noProgressMs: 50 });
    const status = async () => (await test.call('GET', '/readyz')).statusCode;
    const unblock = await blockSearches(test);
    const connection = await openConnection(port);
    connection.send(SEARCH);
    await eventually(() => expect(test.app.load.inFlight).toBe(1));
    expect(await status()).toBe(200);
    const second = await openConnection(port);
    second.send(SEARCH);
    await eventually(async () => expect(await status()).toBe(503));
    await unblock();
    await eventually(() => expect(connection.statuses()).toEqual([200]));
    await eventually(() => expect(second.statuses()).toEqual([200]));
    await eventually(async () => expect(await status()).toBe(200));
    connection.close();
    second.close();
  });

  it('is 503 while a slot is held longer than any request may take', async () => {
    const { test, port } = await listen({ heldTooLongMs: 50 });
    const status = async () => (await test.call('GET', '/readyz')).statusCode;
    await blockSearches(test);
    const connection = await openConnection(port);
    connection.send(SEARCH);
    await eventually(async () => expect(await status()).toBe(503));
    connection.close();
    await eventually(async () => expect(await status()).toBe(200));
  });
});
