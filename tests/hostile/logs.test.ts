import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { createLogger } from '#server/lib/logger.ts';
import { openConnection, requestText } from '#tests/support/raw-connection.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/within.ts';

const lines: string[] = [];
let database: TestDatabase;
let app: Awaited<ReturnType<typeof buildApp>>;
let closePools: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  const store = createDatabase(createPool(database.connection, log), [], log);
  const bounds = { queueTimeoutMs: 60_000, maxEventLoopDelay: 0 };
  app = await buildApp({ config: readConfig({}), database: store, log, bounds });
  await app.ready();
  closePools = () => store.close();
});
afterAll(async () => {
  await app.close();
  await closePools();
  await database.drop();
});

it.each([
  ['a search', '/api/users/search?query=secretname&platform=all'],
  ['a search that is refused', `/api/users/search?query=secretname&limit=0`],
  ['a search that is too long', `/api/users/search?query=${'secretname'.repeat(20)}`],
  ['a page with a search', '/?search=secretname'],
  ['a member’s page', '/@secretname'],
  ['a file of a page', '/@secretname/contact.vcf'],
  ['a page that nobody can have', '/@secretname%20/x'],
  ['a QR code', '/api/qrcode?type=profile&username=secretname'],
  ['a path that nobody has', '/api/nothing?query=secretname'],
  ['a broken address', '/api/%?query=secretname'],
])('the log holds no search text beside an address, at any level: %s', async (_, url) => {
  const before = lines.length;
  await app.inject({ url, remoteAddress: '203.0.113.7' });
  expect(lines.slice(before).join('')).toContain('203.0.113.7');
  expect(lines.slice(before).join('')).not.toContain('secretname');
});

it('the log has one line per request, with its route, status and address', async () => {
  const before = lines.length;
  await app.inject({ url: '/api/users/search?query=ana', remoteAddress: '203.0.113.7' });
  const logged = lines.slice(before).map((line) => JSON.parse(line));
  expect(logged.filter(({ level, route }) => level === 30 && route !== undefined)).toEqual([
    expect.objectContaining({
      method: 'GET',
      route: '/api/users/search',
      status: 200,
      ms: expect.any(Number),
      ip: '203.0.113.7',
    }),
  ]);
});

it.each(['close', 'reset'] as const)(
  'a client that leaves in the middle of a body is no failure of the database: %s',
  async (leave) => {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const before = lines.length;
    const connection = await openConnection(port);
    const headers = { 'content-type': 'application/json', 'content-length': 1_000 };
    connection.send(requestText('POST', '/api/confirm-email', headers, '{"token":"'));
    const written = () => lines.slice(before).join('');
    await eventually(() => expect(written()).toContain('incoming request'));
    connection[leave]();
    await eventually(() => expect(written()).toContain('aborted'));
    const levels = lines.slice(before).map((line) => Number(JSON.parse(line).level));
    expect(Math.max(...levels)).toBeLessThan(40);
    expect(written()).not.toContain('cannot reach its database');
  },
);
