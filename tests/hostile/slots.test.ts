import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openConnection, requestText } from '#tests/support/raw-connection.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let port: number;
let seen = 0;
beforeAll(async () => {
  test = await buildTestApp();
  test.app.server.on('request', () => {
    seen += 1;
  });
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => test.close());

const LONG_POLL = requestText('GET', '/api/keep-alive?method=long-poll');
const HEARTBEAT = requestText('GET', '/api/db-heartbeat');

const connections = () =>
  new Promise<number>((resolve) => test.app.server.getConnections((_, count) => resolve(count)));

async function expectAllFree() {
  await vi.waitFor(async () => expect(await connections()).toBe(0));
  await vi.waitFor(() => expect(test.app.load).toMatchObject({ inFlight: 0, waiting: 0 }));
  expect((await test.call('GET', '/api/db-heartbeat')).statusCode).toBe(200);
}

describe('slots are free again', () => {
  it('after a connection closed with 45 requests behind an unfinished response', async () => {
    const connection = await openConnection(port);
    const before = seen;
    connection.send(LONG_POLL, ...Array.from({ length: 45 }, () => HEARTBEAT));
    await vi.waitFor(() => expect(seen - before).toBeGreaterThan(40));
    connection.close();
    await expectAllFree();
  });
});
