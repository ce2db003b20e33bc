import { once } from 'node:events';
import { request } from 'node:http';
import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DATABASE_TIMEOUTS } from '#server/db/timeouts.ts';
import { registerErrors } from '#server/plugins/errors.ts';
import { registerPressure, releaseSlotWhile } from '#server/plugins/pressure.ts';
import { buildTestApp } from '#tests/support/test-app.ts';
import { SHORT_TIMEOUTS } from '#tests/support/test-database.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

const BUSY = 'Payfolk is very busy right now. Please try again in a moment.';
const JSON_HEADERS = { 'content-type': 'application/json' };
const OVERLOADED = { error: BUSY, message: BUSY, code: 'OVERLOADED' };

/** The plugin alone, with bounds that a test can reach, and a route that waits until a test releases it. */
async function smallApp(bounds: Parameters<typeof registerPressure>[1]) {
  const app = Fastify();
  cleanups.add('the app', () => app.close());
  registerErrors(app);
  // A busy machine delays the event loop of the tests too.
  await registerPressure(app, { maxEventLoopDelay: 0, ...bounds });
  const waiting: (() => void)[] = [];
  const work = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'done';
  };
  app.get('/work', work);
  app.post('/work', work);
  app.post('/login', (request) => releaseSlotWhile(request, work));
  app.get('/quick', async () => 'done');
  app.get('/health', { config: { isAlwaysAnswered: true } }, async () => 'alive');
  await app.ready();
  return { app, waiting };
}

describe('requests at once', () => {
  it('wait in a queue for a slot, and are served in order', async () => {
    const { app, waiting } = await smallApp({ slots: 2, queueTimeoutMs: 600_000 });
    const held = [1, 2].map(() => app.inject('/work'));
    await eventually(() => expect(waiting).toHaveLength(2));
    const order: string[] = [];
    const queued = ['first', 'second', 'third'].map((name) =>
      app.inject('/quick').then(({ statusCode }) => order.push(`${name} ${statusCode}`)),
    );
    await eventually(() => expect(app.load).toMatchObject({ inFlight: 2, waiting: 3, sheds: 0 }));
    expect(order).toEqual([]);

    waiting[0]?.();
    await Promise.all(queued);
    expect(order).toEqual(['first 200', 'second 200', 'third 200']);
    waiting[1]?.();
    for (const answer of await Promise.all(held)) expect(answer.statusCode).toBe(200);
    expect(app.load).toMatchObject({ inFlight: 0, waiting: 0, sheds: 0 });
  });

  it('are refused at once if the queue is full, and the next is admitted again', async () => {
    const { app, waiting } = await smallApp({ slots: 3, queueLength: 0 });
    const held = [1, 2, 3].map(() => app.inject('/work'));
    await eventually(() => expect(waiting).toHaveLength(3));

    const refused = await app.inject('/quick');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(refused.json()).toEqual(OVERLOADED);
    expect((await app.inject('/health')).statusCode).toBe(200);
    expect(app.load).toMatchObject({ inFlight: 3, sheds: 1 });

    for (const release of waiting) release();
    for (const answer of await Promise.all(held)) expect(answer.statusCode).toBe(200);
    expect((await app.inject('/quick')).statusCode).toBe(200);
    expect(app.load).toMatchObject({ inFlight: 0, sheds: 1 });
  });

  it('are refused after the queue timeout, and are not processed', async () => {
    const { app, waiting } = await smallApp({ slots: 1, queueTimeoutMs: 1, jitterMs: 1 });
    const held = app.inject('/work');
    await eventually(() => expect(waiting).toHaveLength(1));
    const refused = await app.inject('/work');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual(OVERLOADED);
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    expect((await held).statusCode).toBe(200);
  });

  it('do not count after the client has disconnected, running or queued', async () => {
    const { app, waiting } = await smallApp({ slots: 1, queueTimeoutMs: 600_000 });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const leave = (path: string) =>
      fetch(address + path, { signal: leaving.signal }).catch(() => 'left');
    const working = leave('/work');
    await eventually(() => expect(waiting).toHaveLength(1));
    const queued = leave('/quick');
    await eventually(() => expect(app.load.waiting).toBe(1));
    leaving.abort();
    expect(await Promise.all([working, queued])).toEqual(['left', 'left']);
    await eventually(() => expect(app.load).toMatchObject({ inFlight: 0, waiting: 0 }));
    expect((await fetch(`${address}/quick`)).status).toBe(200);
    for (const release of waiting) release();
  });

  it('hold no slot while their body arrives slowly, and take one again when it is complete', async () => {
    const { app, waiting } = await smallApp({ slots: 1, queueTimeoutMs: 600_000, bodyGraceMs: 1 });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const slow = request({ port, method: 'POST', path: '/work', headers: JSON_HEADERS });
    const answered = once(slow, 'response');
    slow.write('{"half":');
    await eventually(() => expect(app.load.inFlight).toBe(1));
    // Another request is answered although there is only one slot.
    expect((await app.inject('/quick')).statusCode).toBe(200);
    slow.end('"done"}');
    await eventually(() => expect(waiting).toHaveLength(1));
    const next = app.inject('/quick');
    await eventually(() => expect(app.load.waiting).toBe(1));
    waiting[0]?.();
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect((await next).statusCode).toBe(200);
  });

  it('hold no slot while a password is hashed, so that searches continue', async () => {
    const { app, waiting } = await smallApp({ slots: 1, queueTimeoutMs: 600_000 });
    const logins = [1, 2, 3].map(() => app.inject({ method: 'POST', url: '/login' }));
    await eventually(() => expect(waiting).toHaveLength(3));
    expect((await app.inject('/quick')).statusCode).toBe(200);
    expect(app.load).toMatchObject({ inFlight: 3, sheds: 0 });
    for (const release of waiting) release();
    for (const answer of await Promise.all(logins)) expect(answer.statusCode).toBe(200);
  });

  it('are 40 in the product, twice the connections of its pool', async () => {
    const test = await buildTestApp();
    cleanups.add('the app', () => test.close());
    const block = new Promise<void>((resolve) => {
      cleanups.add('the queries', async () => resolve());
    });
    vi.spyOn(test.pool, 'query').mockImplementation(() => block);
    for (let count = 0; count < 50; count += 1) void test.call('GET', '/api/db-heartbeat');
    await eventually(() => expect(test.app.load).toMatchObject({ inFlight: 40, waiting: 10 }));
    expect(test.pool.options.max).toBe(20);
  });
});

describe('a process under pressure', () => {
  it('refuses requests with 503 and Retry-After, and /healthz stays 200', async () => {
    // Every process uses more than one byte.
    const { app } = await smallApp({ maxHeapUsedBytes: 1 });
    const refused = await eventually(async () => {
      const response = await app.inject('/quick');
      expect(response.statusCode).toBe(503);
      return response;
    });
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json()).toEqual(OVERLOADED);
    expect((await app.inject('/health')).statusCode).toBe(200);
  });

  it('refuses requests while the event loop is blocked', async () => {
    const { app } = await smallApp({ maxEventLoopDelay: 20 });
    const keepBusy = setInterval(() => {
      const until = performance.now() + 60;
      while (performance.now() < until);
    }, 1);
    try {
      await eventually(async () => expect((await app.inject('/quick')).statusCode).toBe(503));
    } finally {
      clearInterval(keepBusy);
    }
    await eventually(async () => expect((await app.inject('/quick')).statusCode).toBe(200));
  });
});

describe('a pool without a free connection', () => {
  async function appWithFullPool() {
    const test = await buildTestApp();
    cleanups.add('the app', () => test.close());
    // The job runner looks at its queue once at the start; nothing else may want a connection.
    await test.app.jobs.drained();
    const taken = await Promise.all(
      Array.from({ length: test.pool.options.max }, () => test.pool.connect()),
    );
    let isReleased = false;
    const release = () => {
      if (!isReleased) for (const client of taken) client.release();
      isReleased = true;
    };
    cleanups.add('the connections', async () => release());
    return { test, release };
  }

  it('ends the wait for a connection before a statement, and a statement before its request', async () => {
    const test = await buildTestApp();
    cleanups.add('the app', () => test.close());
    const { rows } = await test.pool.query(
      "SELECT current_setting('statement_timeout') AS longest",
    );
    expect(rows).toEqual([{ longest: `${DATABASE_TIMEOUTS.statement / 60_000}min` }]);
    expect(test.pool.options.connectionTimeoutMillis).toBe(DATABASE_TIMEOUTS.connect);
    // The test's own are longer.
    const { connect, statement } = SHORT_TIMEOUTS;
    expect(connect).toBeLessThan(statement);
    expect(test.app.server.requestTimeout).toBeGreaterThan(connect + statement);
  });

  it('lets a bounded number wait, refuses the rest at once, and serves pages meanwhile', async () => {
    const { test, release } = await appWithFullPool();
    const limit = test.pool.options.max * 10;
    // The search looks for changes once a second, and may be waiting already.
    const room = limit - test.pool.waitingCount;
    const waiting = Array.from({ length: room }, () => test.pool.query('SELECT 1'));
    expect(test.pool.waitingCount).toBe(limit);
    // With either way to get a connection, while all of them are in use.
    await expect(test.pool.query('SELECT 1')).rejects.toMatchObject({ code: 'OVERLOADED' });
    await expect(test.db.transaction(async () => 1)).rejects.toMatchObject({ code: 'OVERLOADED' });
    const refused = await test.call('GET', '/api/db-heartbeat');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual(OVERLOADED);
    expect(refused.headers['retry-after']).toBe('5');
    expect(test.app.load.sheds).toBe(1);
    expect((await test.call('GET', '/healthz')).statusCode).toBe(200);
    expect((await test.call('GET', '/api/check-updates')).statusCode).toBe(200);

    release();
    expect((await Promise.all(waiting)).map(({ rowCount }) => rowCount)).toEqual(
      waiting.map(() => 1),
    );
  });

  it('ends the wait with 503 and Retry-After, and leaves the queue empty', async () => {
    const { test, release } = await appWithFullPool();
    test.pool.options.connectionTimeoutMillis = 200;
    const answer = await test.call('GET', '/api/db-heartbeat');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect((await test.call('GET', '/readyz')).statusCode).toBe(503);
    // The search looks for changes once a second, and may be waiting.
    await expect.poll(() => test.pool.waitingCount, { timeout: 300_000 }).toBe(0);
    release();
    expect((await test.call('GET', '/api/db-heartbeat')).statusCode).toBe(200);
  });
});
