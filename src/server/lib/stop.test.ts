import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStop } from './stop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<void>(() => undefined);

/** A server of which each part ends when the test says so; `events` has what happened, with its time. */
function makeServer({ drainMs = 0 } = {}) {
  const events: string[] = [];
  const start = Date.now();
  const note = (what: string): void => {
    events.push(`${what} at ${(Date.now() - start) / 1_000} s`);
  };
  const app = {
    lifecycle: { isStopping: false },
    close: vi.fn(async () => note('closing')),
    server: { closeAllConnections: vi.fn(() => note('cut')) },
  };
  const database = { close: vi.fn(async () => note('database closed')) };
  const log = { info: () => undefined, error: () => undefined };
  const stop = createStop({ app, database, log, drainMs, exit: (code) => note(`exit ${code}`) });
  return { app, database, stop, events };
}

describe('SIGTERM', () => {
  it('drains, closes the database and exits with 0, once', async () => {
    const { app, stop, events } = makeServer();
    await Promise.all([stop('SIGTERM'), stop('SIGINT')]);
    expect(app.lifecycle.isStopping).toBe(true);
    expect(events).toEqual(['closing at 0 s', 'database closed at 0 s', 'exit 0 at 0 s']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not ready at once, and closes only when load balancers have noticed', async () => {
    const { app, stop, events } = makeServer({ drainMs: 2_000 });
    const stopping = stop('SIGTERM');
    expect(app.lifecycle.isStopping).toBe(true);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await stopping;
    expect(events).toEqual(['closing at 2 s', 'database closed at 2 s', 'exit 0 at 2 s']);
  });

  it('cancels what takes longer than 9 s, and exits with 1', async () => {
    const { app, stop, events } = makeServer();
    app.close.mockImplementation(
      () =>
        new Promise<void>((resolve) => app.server.closeAllConnections.mockImplementation(resolve)),
    );
    const stopping = stop('SIGTERM');
    await vi.advanceTimersByTimeAsync(9_000);
    await stopping;
    expect(app.server.closeAllConnections).toHaveBeenCalledOnce();
    expect(events).toEqual(['database closed at 9 s', 'exit 1 at 9 s']);
  });

  it('ends within 10 s when nothing else does', async () => {
    const { app, stop, events } = makeServer({ drainMs: 2_000 });
    app.close.mockImplementation(never);
    void stop('SIGTERM');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(events).toEqual(['cut at 9 s', 'exit 1 at 9.7 s']);
  });

  it('ends within 10 s with 0 where all were answered and only the database hangs', async () => {
    const { database, stop, events } = makeServer();
    database.close.mockImplementation(never);
    void stop('SIGTERM');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(events).toEqual(['closing at 0 s', 'exit 0 at 9.7 s']);
  });
});
