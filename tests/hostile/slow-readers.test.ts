import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { Bounds } from '#server/lib/bounds.ts';
import { registerErrors } from '#server/plugins/errors.ts';
import { registerPressure } from '#server/plugins/pressure.ts';
import { openConnection, requestText } from '#tests/support/raw-connection.ts';
import { createCleanups, eventually } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

const MEBIBYTE = 1024 * 1024;
/** More than the system buffers for a connection, and hardly compressible. */
const LARGE = randomBytes(12 * MEBIBYTE).toString('base64');

async function listen(bounds: Partial<Bounds>) {
  const app = Fastify({ forceCloseConnections: true });
  cleanups.add('the app', () => app.close());
  registerErrors(app);
  await registerPressure(app, { maxEventLoopDelay: 0, ...bounds });
  await app.register(compress, { threshold: 1_024 });
  app.get('/large', async () => ({ text: LARGE }));
  app.get('/quick', async () => 'done');
  const sockets: Socket[] = [];
  app.server.on('connection', (socket) => sockets.push(socket));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);

  /** A client that asks for a large response and never reads it. */
  async function openReader(encoding = 'identity') {
    const reader = await openConnection(port);
    reader.stopReading();
    reader.send(requestText('GET', '/large', { 'accept-encoding': encoding }));
    const isBlocked = () => expect(sockets.at(-1)?.writableLength).toBeGreaterThan(0);
    await eventually(isBlocked);
    return reader;
  }
  return { app, sockets, openReader };
}

describe('clients that never read their response', () => {
  it.each(['identity', 'gzip'])('take no slot: %s', async (encoding) => {
    const { app, openReader } = await listen({ slots: 1, queueTimeoutMs: 60_000 });
    for (let count = 0; count < 2; count += 1) await openReader(encoding);
    expect((await app.inject('/quick')).statusCode).toBe(200);
    await eventually(() => expect(app.load).toMatchObject({ inFlight: 0, waiting: 0 }));
  });

  it('are disconnected after the send timeout', async () => {
    const { app, sockets, openReader } = await listen({ sendTimeoutMs: 300, timeoutCheckMs: 20 });
    await openReader();
    await eventually(() => expect(sockets[0]?.destroyed).toBe(true));
    expect((await app.inject('/quick')).statusCode).toBe(200);
  });

  it('are disconnected, the oldest first, when too many bytes are unsent', async () => {
    const { app, sockets, openReader } = await listen({ unsentBytes: 40 * MEBIBYTE });
    for (let count = 0; count < 4; count += 1) await openReader();
    const destroyed = () => sockets.map((socket) => socket.destroyed);
    await eventually(() => expect(destroyed()).toEqual([true, true, false, false]));
    expect((await app.inject('/quick')).statusCode).toBe(200);
  });
});
