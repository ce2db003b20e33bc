import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerErrors } from '#server/plugins/errors.ts';
import { registerPressure } from '#server/plugins/pressure.ts';
import { buildTestApp } from '#tests/support/test-app.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const BUSY = 'Payfolk is very busy right now. Please try again in a moment.';
const OVERLOADED = { error: BUSY, message: BUSY, code: 'OVERLOADED' };

/** The plugin alone, with bounds that a test can reach, and a route that answers when it is told to. */
async function smallApp(bounds: Parameters<typeof registerPressure>[1]) {
  const app = Fastify();
  cleanups.push(() => app.close());
  registerErrors(app);
  await registerPressure(app, bounds);
  const waiting: (() => void)[] = [];
  app.get('/work', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'done';
  });
  app.get('/quick', async () => 'done');
  app.get('/health', { config: { isAlwaysAnswered: true } }, async () => 'alive');
  await app.ready();
  return { app, waiting };
}

describe('requests at once', () => {
  it('are bounded: one more is turned away at once, and the next is welcome again', async () => {
    const { app, waiting } = await smallApp({ maxInFlight: 3 });
    const held = [1, 2, 3].map(() => app.inject('/work'));
    await vi.waitFor(() => expect(waiting).toHaveLength(3));

    const refused = await app.inject('/quick');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json()).toEqual(OVERLOADED);
    expect((await app.inject('/health')).statusCode).toBe(200);
    expect(app.load).toMatchObject({ inFlight: 3, sheds: 1 });

    for (const release of waiting) release();
    for (const answer of await Promise.all(held)) expect(answer.statusCode).toBe(200);
    expect((await app.inject('/quick')).statusCode).toBe(200);
    expect(app.load).toMatchObject({ inFlight: 0, sheds: 1 });
  });

  it('do not count those whose caller went away', async () => {
    const { app, waiting } = await smallApp({ maxInFlight: 1 });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const left = fetch(`${address}/work`, { signal: leaving.signal }).catch(() => 'left');
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect((await fetch(`${address}/quick`)).status).toBe(503);
    leaving.abort();
    await left;
    await vi.waitFor(() => expect(app.load.inFlight).toBe(0));
    expect((await fetch(`${address}/quick`)).status).toBe(200);
    for (const release of waiting) release();
  });
});

describe('requests at once that are answered too slowly', () => {
  it('leave room for fewer, until it goes faster again', async () => {
    const { app, waiting } = await smallApp({ minInFlight: 2, maxInFlight: 1_000 });
    const held = [1, 2, 3, 4, 5].map(() => app.inject('/work'));
    await vi.waitFor(() => expect(waiting).toHaveLength(5));
    // Five of a thousand are nothing; five of which none is ever done are too many.
    await vi.waitFor(() => expect(app.load.room).toBe(2), 5_000);
    expect((await app.inject('/quick')).statusCode).toBe(503);
    for (const release of waiting) release();
    await Promise.all(held);
    expect((await app.inject('/quick')).statusCode).toBe(200);
    await vi.waitFor(() => expect(app.load.room).toBe(1_000), 5_000);
  });
});

describe('a process under pressure', () => {
  it('turns work away with 503 and Retry-After, and still says that it is alive', async () => {
    // No process fits into a byte: the first sample finds too much.
    const { app } = await smallApp({ maxHeapUsedBytes: 1 });
    await vi.waitFor(() => expect(app.isUnderPressure()).toBe(true), 5_000);
    const refused = await app.inject('/quick');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json()).toEqual(OVERLOADED);
    expect((await app.inject('/health')).statusCode).toBe(200);
  });

  it('notices an event loop that does not turn', async () => {
    const { app } = await smallApp({ maxEventLoopDelay: 20 });
    const keepBusy = setInterval(() => {
      const until = performance.now() + 60;
      while (performance.now() < until);
    }, 1);
    try {
      await vi.waitFor(() => expect(app.isUnderPressure()).toBe(true), 10_000);
      expect((await app.inject('/quick')).statusCode).toBe(503);
    } finally {
      clearInterval(keepBusy);
    }
    await vi.waitFor(() => expect(app.isUnderPressure()).toBe(false), 10_000);
    expect((await app.inject('/quick')).statusCode).toBe(200);
  });
});

describe('a pool without a free connection', () => {
  async function appWithFullPool() {
    const test = await buildTestApp();
    cleanups.push(() => test.close());
    // The mail worker looks at its queue once at the start; nothing else may want a connection.
    await test.app.mail.drained();
    const taken = await Promise.all(
      Array.from({ length: test.pool.options.max }, () => test.pool.connect()),
    );
    let isReleased = false;
    const release = () => {
      if (!isReleased) for (const client of taken) client.release();
      isReleased = true;
    };
    cleanups.push(async () => release());
    return { test, release };
  }

  it('ends the wait for a connection before a statement, and a statement before its request', async () => {
    const test = await buildTestApp();
    cleanups.push(() => test.close());
    const { rows } = await test.pool.query(
      "SELECT current_setting('statement_timeout') AS longest",
    );
    expect(rows).toEqual([{ longest: '8s' }]);
    expect(test.pool.options.connectionTimeoutMillis).toBeLessThan(8_000);
    expect(test.app.server.requestTimeout).toBeGreaterThan(8_000 + 3_000);
  });

  it('lets a bounded number wait, turns the rest away at once, and serves pages meanwhile', async () => {
    const { test, release } = await appWithFullPool();
    const room = test.pool.options.max * 10;
    const answers = Array.from({ length: room + 100 }, () => test.call('GET', '/api/db-heartbeat'));
    // The refused ones come while all connections are still taken.
    await vi.waitFor(() => expect(test.app.load.sheds).toBe(100));
    expect(test.pool.waitingCount).toBe(room);
    expect((await test.call('GET', '/healthz')).statusCode).toBe(200);
    expect((await test.call('GET', '/api/check-updates')).statusCode).toBe(200);

    release();
    const done = await Promise.all(answers);
    expect(done.filter(({ statusCode }) => statusCode === 200)).toHaveLength(room);
    const refused = done.filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(100);
    for (const answer of refused) {
      expect(answer.json()).toEqual(OVERLOADED);
      expect(answer.headers['retry-after']).toBe('5');
    }
  });

  it('ends the waiting with 503 and Retry-After, and leaves nobody in the queue', async () => {
    const { test, release } = await appWithFullPool();
    const answer = await test.call('GET', '/api/db-heartbeat');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect((await test.call('GET', '/readyz')).statusCode).toBe(503);
    expect(test.pool.waitingCount).toBe(0);
    release();
    expect((await test.call('GET', '/api/db-heartbeat')).statusCode).toBe(200);
  });
});
